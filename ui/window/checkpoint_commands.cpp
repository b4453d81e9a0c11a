#include "ui/window/checkpoint_commands.h"

#include <algorithm>
#include <vector>

#include <QAction>
#include <QSignalBlocker>

#include "ui/restore/restore_controller.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/window/navigator.h"
#include "ui/window/notice_bar.h"
#include "ui/window/vault_door.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

CheckpointCommands::CheckpointCommands(const WindowPages& pages, JobRunner& runner,
                                       RestoreController& restore, VaultDoor& door, Navigator& navigator,
                                       const WindowActions& actions, NoticeBar& notice, QObject* parent)
    : QObject(parent),
      pages_(pages),
      runner_(runner),
      restore_(restore),
      door_(door),
      navigator_(navigator),
      actions_(actions),
      notice_(notice),
      dragOut_(runner) {
    connect(&navigator, &Navigator::chosenChanged, this, &CheckpointCommands::updateChosen);
    connect(actions.restore, &QAction::triggered, this, [this] {
        if (door_.session() != nullptr) pages_.run->openSheet(door_.session()->library());
    });
    connect(actions.lookInside, &QAction::triggered, pages.run, &RunPage::openInside);
    connect(actions.pin, &QAction::triggered, this, &CheckpointCommands::pinChosen);
    connect(&restore, &RestoreController::finished, this, &CheckpointCommands::restoreEnded);
    connectDragging();
}

void CheckpointCommands::clear() {
    restore_.clear();
    dragOut_.clear();
}

void CheckpointCommands::updateChosen() {
    const std::vector<CheckpointRow> rows =
        navigator_.isRunShown() ? pages_.run->chosenCheckpoints() : std::vector<CheckpointRow>();
    actions_.restore->setEnabled(!rows.empty());
    actions_.lookInside->setEnabled(rows.size() == 1);
    actions_.pin->setEnabled(!rows.empty());
    actions_.pin->setChecked(!rows.empty() && std::ranges::all_of(rows, &CheckpointRow::pinned));
    emit restoreTextChanged(rows.empty()      ? tr("Restore")
                            : rows.size() > 1 ? tr("Restore %1 checkpoints").arg(rows.size())
                                              : tr("Restore step %1").arg(formatStep(rows.front().step)));
}

void CheckpointCommands::pinChosen(bool pinned) {
    const std::vector<CheckpointRow> rows = pages_.run->chosenCheckpoints();
    if (door_.session() == nullptr || rows.empty()) return;
    runner_.start(
        Lane::work, this,
        [library = door_.session()->library(), rows, pinned](const JobContext&) -> Status {
            for (const CheckpointRow& row : rows)
                STEPVAULT_TRY(library->maintenance().pin(row.run_id, row.id, pinned));
            return {};
        },
        [this, step = formatStep(rows.front().step)](const Status& status) {
            if (status.ok()) return door_.session() != nullptr ? door_.session()->refresh() : void();
            updateChosen();
            notice_.tell(
                WatchNotes::Kind::bad,
                tr("Step %1 was not pinned: %2.").arg(step, QString::fromStdString(status.error().message)));
        });
}

QString CheckpointCommands::describeRestore() const {
    using Phase = RestoreController::Phase;
    const Phase phase = restore_.phase();
    const QString place = formatPath(restore_.report().output);
    if (restore_.isSeveral()) {
        const QString count = QString::number(restore_.restored());
        const QString all = QString::number(restore_.checkpoints().size());
        if (phase == Phase::done) return tr("%1 checkpoints were restored to %2.").arg(count, place);
        return phase == Phase::stopped
                   ? tr("Restoring was stopped after %1 of %2 checkpoints.").arg(count, all)
                   : tr("%1 of %2 checkpoints were restored, then it ended: %3.")
                         .arg(count, all, restore_.problem());
    }
    const QString step = formatStep(restore_.checkpoints().front().step);
    if (phase == Phase::done) return tr("Step %1 was restored to %2.").arg(step, place);
    return phase == Phase::stopped ? tr("Restoring step %1 was stopped; nothing was written.").arg(step)
                                   : tr("Step %1 was not restored: %2.").arg(step, restore_.problem());
}

void CheckpointCommands::restoreEnded() {
    using Phase = RestoreController::Phase;
    const WatchNotes::Kind kind =
        restore_.phase() == Phase::failed ? WatchNotes::Kind::bad : WatchNotes::Kind::info;
    const QString text = describeRestore();
    emit restored(kind, toQString(restore_.run().name), text);
    // The sheet shows the result, and the user who stopped a restore knows it.
    if (pages_.run->isSheetOpen() || restore_.phase() == Phase::stopped) return;
    const QSignalBlocker logged(notice_);
    notice_.tell(kind, text);
}

QString CheckpointCommands::draggedName() const {
    const QString run = toQString(dragOut_.run().name);
    const auto& rows = dragOut_.checkpoints();
    return rows.size() == 1 ? tr("%1 step %2").arg(run, formatStep(rows.front().step))
                            : tr("%1, %2 checkpoints").arg(run, QString::number(rows.size()));
}

void CheckpointCommands::connectDragging() {
    connect(&pages_.run->table(), &CheckpointTable::rowsPulled, this, [this] {
        if (door_.session() == nullptr) return;
        dragOut_.pull(door_.session()->library(), pages_.run->run().row, pages_.run->chosenCheckpoints(),
                      &pages_.run->table());
    });
    connect(&pages_.run->table(), &CheckpointTable::rowsLetGo, &dragOut_, &DragOut::letGo);
    connect(&dragOut_, &DragOut::ready, this, [this] {
        notice_.tell(WatchNotes::Kind::info, tr("%1 can be dragged now: it is restored.").arg(draggedName()));
    });
    connect(&dragOut_, &DragOut::failed, this, [this](const QString& message) {
        notice_.tell(WatchNotes::Kind::bad, tr("%1 can't be dragged: %2.").arg(draggedName(), message));
    });
}

}  // namespace stepvault::ui
