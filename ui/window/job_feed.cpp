#include "ui/window/job_feed.h"

#include "ui/bits/bits_page.h"
#include "ui/inside/inside_page.h"
#include "ui/interval/interval_page.h"
#include "ui/restore/restore_controller.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/checkpoint_commands.h"
#include "ui/window/vault_door.h"

namespace stepvault::ui {

JobFeed::JobFeed(JobRunner& runner, const WindowPages& pages, const RestoreController& restore,
                 CheckpointCommands& checkpoints, VaultDoor& door, ActivityStrip& activity, QObject* parent)
    : QObject(parent),
      pages_(pages),
      restore_(restore),
      checkpoints_(checkpoints),
      door_(door),
      activity_(activity) {
    connect(&runner, &JobRunner::progressed, this, &JobFeed::report);
    connect(&runner, &JobRunner::ended, &activity, &ActivityStrip::remove);
    connect(&activity, &ActivityStrip::cancelRequested, &runner, &JobRunner::cancel);
    connectUnmeasured();
}

/// These jobs can be cancelled from their beginning on, whether or not they report progress.
void JobFeed::connectUnmeasured() {
    connect(&pages_.vault->work(), &VaultWork::taskChanged, this, [this] {
        const VaultWork& work = pages_.vault->work();
        if (work.task() != VaultWork::Task::none) activity_.report(work.job(), work.title({}), {});
    });
    connect(&pages_.bits->recoding(), &RecodeWork::taskChanged, this, [this] {
        const RecodeWork& work = pages_.bits->recoding();
        if (work.task() != RecodeWork::Task::none) activity_.report(work.job(), work.title(), {});
    });
}

void JobFeed::report(JobId id, const JobProgress& progress) {
    const QString title = titleOf(id, progress);
    if (title.isEmpty()) return;
    const bool countsParts = id == pages_.interval->simulation();
    activity_.report(id, title, progress,
                     countsParts ? ActivityStrip::Unit::parts : ActivityStrip::Unit::bytes);
    if (id == restore_.job()) pages_.run->showRestoreProgress(progress);
}

QString JobFeed::titleOf(JobId id, const JobProgress& progress) const {
    if (id == door_.openJob()) return tr("Opening the vault");
    if (id == door_.moveJob()) return tr("Moving the vault");
    if (id == restore_.job()) return restoreTitle();
    if (id == checkpoints_.dragOut().job())
        return tr("Restoring %1 to drag it").arg(checkpoints_.draggedName());
    if (id == pages_.vault->work().job()) return pages_.vault->work().title(progress.item);
    if (id == pages_.bits->recoding().job()) return pages_.bits->recoding().title();
    if (id == pages_.interval->simulation())
        return tr("Simulating the schedules of %1").arg(toQString(pages_.run->run().row.name));
    return pages_.inside->titleOf(id);
}

QString JobFeed::restoreTitle() const {
    const QString run = toQString(restore_.run().name);
    const auto& rows = restore_.checkpoints();
    return restore_.isSeveral() ? tr("Restoring %1 checkpoints of %2").arg(QString::number(rows.size()), run)
                                : tr("Restoring %1 step %2").arg(run, formatStep(rows.front().step));
}

}  // namespace stepvault::ui
