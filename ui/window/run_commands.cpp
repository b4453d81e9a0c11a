#include "ui/window/run_commands.h"

#include "ui/run/run_page.h"
#include "ui/session/vault_session.h"
#include "ui/vault/vault_page.h"
#include "ui/window/background_watching.h"
#include "ui/window/navigator.h"
#include "ui/window/notice_bar.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"
#include "ui/window/vault_door.h"

namespace stepvault::ui {

RunCommands::RunCommands(const WindowPages& pages, JobRunner& runner, VaultDoor& door,
                         BackgroundWatching& background, Navigator& navigator, NoticeBar& notice,
                         QObject* parent)
    : QObject(parent), pages_(pages), door_(door), navigator_(navigator), notice_(notice), labels_(runner) {
    RunDesk* desk = pages.desk;
    connect(desk, &RunDesk::openChosen, &navigator, &Navigator::showRun);
    connect(desk, &RunDesk::compareChosen, &navigator, &Navigator::compareRuns);
    connect(desk, &RunDesk::removeChosen, this, [this](const QString& id) {
        const RunEntry* run = pages_.runs->model().find(id);
        if (run != nullptr && run->isBeside) {
            notice_.tell(
                WatchNotes::Kind::info,
                tr("The page Vault shows the open vault only. Open %1 to remove checkpoints of this run.")
                    .arg(run->place));
            return;
        }
        pages_.vault->proposeRun(id);
        navigator_.showPlace(Place::vault);
    });
    connect(desk, &RunDesk::addFolderChosen, this, &RunCommands::addFolderChosen);
    connect(desk, &RunDesk::stopWatchingChosen, &background, &BackgroundWatching::stop);
    connect(desk, &RunDesk::keepChosen, &background,
            [&background](const std::filesystem::path& folder, bool isKept) {
                isKept ? background.keep(folder) : background.takeBack(folder);
            });
    connect(desk, &RunDesk::retryChosen, this, [this] {
        if (door_.session() != nullptr) door_.session()->watch().retry();
    });
    connect(desk, &RunDesk::told, this,
            [this](WatchNotes::Kind kind, const QString& text) { notice_.tell(kind, text); });
    connectLabels();
}

void RunCommands::connectLabels() {
    connect(pages_.run, &RunPage::noteEdited, this, [this](const QString& run, const QString& note) {
        if (door_.session() != nullptr)
            labels_.change(door_.session()->library(), run, {.note = note.toStdString()});
    });
    connect(pages_.desk, &RunDesk::renamed, this, [this](const QString& run, const QString& name) {
        if (door_.session() != nullptr) labels_.rename(door_.session()->library(), run, name);
    });
    connect(pages_.desk, &RunDesk::labelsChosen, this, &RunCommands::changeLabels);
    connect(&labels_, &LabelWriter::written, this, [this] {
        if (door_.session() != nullptr) door_.session()->refresh();
    });
    connect(&labels_, &LabelWriter::failed, this,
            [this](const QString& text) { notice_.tell(WatchNotes::Kind::bad, text); });
}

void RunCommands::changeLabels(const QStringList& runs, const LabelChange& change) {
    if (door_.session() == nullptr) return;
    for (const QString& run : runs)
        labels_.change(door_.session()->library(), run, change);
    if (!change.archived.value_or(false)) return;
    const QString text =
        runs.size() == 1 ? tr("The run is archived.") : tr("%1 runs are archived.").arg(runs.size());
    notice_.tell(WatchNotes::Kind::info,
                 text + u' ' + tr("The word archived in the filter shows archived runs."), tr("Undo"),
                 [this, runs] { changeLabels(runs, {.archived = false}); });
}

}  // namespace stepvault::ui
