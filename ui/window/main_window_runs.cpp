// Which run, or runs, the window shows.
#include <algorithm>

#include <QListView>
#include <QStackedWidget>

#include "base/wall_clock.h"
#include "ui/bits/bits_page.h"
#include "ui/cluster/cluster_page.h"
#include "ui/cluster/cluster_wish.h"
#include "ui/compare/compare_page.h"
#include "ui/folders/folders_page.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/panel_board.h"
#include "ui/models/vault_view.h"
#include "ui/run/run_page.h"
#include "ui/runs/runs_page.h"
#include "ui/text/format.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/activity_strip.h"
#include "ui/widgets/empty_state.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

void MainWindow::takeSnapshot(const VaultSnapshot& snapshot) {
    runs_->setRuns(snapshot.runs);
    desk_->setRuns(snapshot.runs);
    desk_->setDisk(snapshot.disk, unix_seconds());
    if (snapshot.run) {
        snapshotPending_ = false;
        const QString id = toQString(snapshot.run->info.row.id);
        if (!isComparing()) runs_->setSelectedRun(id);
        vault_->proposeRun(id);
        run_->setRun(session_->library(), *snapshot.run, runs_->model().colorOf(id));
        setWindowTitle(tr("%1 – Stepvault").arg(toQString(snapshot.run->info.row.name)));
        updateNote();
        updateChosen();
        updateClusterTab();
        if (restoreWanted_ && id == restoreWanted_->run) openWantedRestore();
        if (isInsideWanted_) showPage(QStringLiteral("inside"));
        if (isCompareWanted_) showPage(QStringLiteral("compare"));
    } else if (!snapshot.runs.empty()) {
        const QString first = runs_->model().firstRun();
        selectRun(first.isEmpty() ? toQString(snapshot.runs.front().info.row.id) : first);
    } else {
        snapshotPending_ = false;
    }
    std::vector<VaultRun> runs;
    for (const RunEntry& entry : snapshot.runs) {
        const int color = runs_->model().colorOf(toQString(entry.info.row.id));
        runs.push_back({.info = entry.info, .color = static_cast<std::size_t>(color)});
    }
    vault_->setVault(session_->library(), std::move(runs));
    if (isLogShown()) {
        setWindowTitle(tr("Log – Stepvault"));
    } else if (runs_->place() != Place::runs) {
        showPlace(runs_->place());
    } else {
        content_->setCurrentWidget(snapshot.run ? static_cast<QWidget*>(run_) : empty_);
        compareRuns();
    }
    showVault();
}

bool MainWindow::isComparing() const {
    return !runs_->comparedRuns().isEmpty();
}

void MainWindow::compareRuns() {
    if (!session_ || !isComparing()) return;
    std::vector<ComparedRequest::Run> runs;
    for (const QString& id : runs_->comparedRuns()) {
        const RunEntry* run = runs_->model().find(id);
        if (run != nullptr)
            runs.push_back({run->info, static_cast<std::size_t>(runs_->model().colorOf(id)), run->params});
    }
    setWindowTitle(tr("%1 runs – Stepvault").arg(runs.size()));
    compare_->setRuns(session_->library(), std::move(runs));
    content_->setCurrentWidget(compare_);
    updateChosen();
}

void MainWindow::restoreNear(const QString& run, std::int64_t step) {
    restoreWanted_ = {run, step};
    showRun(run);
}

void MainWindow::openWantedRestore() {
    const std::int64_t step = std::exchange(restoreWanted_, std::nullopt)->step;
    const std::vector<CheckpointRow>& rows = run_->checkpoints();
    if (rows.empty()) return;
    const auto nearest = std::ranges::min_element(
        rows, {}, [step](const CheckpointRow& row) { return std::abs(row.step - step); });
    run_->selectCheckpoint(toQString(nearest->id));
    run_->openSheet(session_->library());
}

void MainWindow::showRun(const QString& id) {
    if (!session_) return;
    runs_->setPlace(Place::runs);
    selectRun(id);
    content_->setCurrentWidget(run_);
    updateChosen();
}

void MainWindow::selectRun(const QString& id) {
    runs_->setSelectedRun(id);
    session_->selectRun(id);
    settings_.setSelectedRun(session_->library()->folder(), id);
}

void MainWindow::showPlace(Place place) {
    runs_->setPlace(place);
    if (!session_) return;
    switch (place) {
        case Place::runs:
            return showRun(runs_->selectedRun());
        case Place::table:
            setWindowTitle(tr("Runs – Stepvault"));
            content_->setCurrentWidget(&desk_->table());
            break;
        case Place::folders:
            setWindowTitle(tr("Watched folders – Stepvault"));
            content_->setCurrentWidget(&desk_->folders());
            break;
        case Place::vault:
            setWindowTitle(tr("Vault – Stepvault"));
            content_->setCurrentWidget(vault_);
            break;
    }
    showVault();
    updateChosen();
}

void MainWindow::showPage(const QString& page) {
    const QStringList tabs{QStringLiteral("run"), QStringLiteral("metrics"), QStringLiteral("bits"),
                           QStringLiteral("interval"), QStringLiteral("cluster")};
    if (page == tabs.back()) {
        asksForCluster_ = true;
        updateClusterTab();
    }
    if (tabs.contains(page)) {
        run_->showTab(static_cast<int>(tabs.indexOf(page)));
        if (session_ && content_->currentWidget() != run_) showRun(toQString(run_->run().row.id));
    } else if (page == QLatin1String("inside")) {
        isInsideWanted_ = run_->selectedCheckpoint() == nullptr;
        run_->openInside();
    } else if (page == QLatin1String("vault")) {
        showPlace(Place::vault);
    } else if (page == QLatin1String("runs")) {
        showPlace(Place::table);
    } else if (page == QLatin1String("folders")) {
        showPlace(Place::folders);
    } else if (page == QLatin1String("log")) {
        showLog();
    } else if (page == QLatin1String("compare")) {
        isCompareWanted_ = run_->run().row.id.empty();
        if (!isCompareWanted_) runs_->view()->selectAll();
    }
}

void MainWindow::updateClusterTab() {
    const auto wanted = [this] {
        return settings_.showsCluster().value_or(hasMpi_ || areOfSeveralRanks(run_->checkpoints()));
    };
    const bool isThere = asksForCluster_ || wanted();
    run_->setTabVisible(*cluster_, isThere);
    actions_->cluster->setChecked(isThere);
}

void MainWindow::connectVaultPage() {
    connect(&vault_->work(), &VaultWork::taskChanged, this, [this] {
        const VaultWork& work = vault_->work();
        // Some of it tells no progress; it can be stopped all the same.
        if (work.task() != VaultWork::Task::none) activity_->report(work.job(), work.title({}), {});
    });
    connect(&runner_, &JobRunner::progressed, this, [this](JobId id, const JobProgress& progress) {
        if (id == vault_->work().job()) activity_->report(id, vault_->work().title(progress.item), progress);
    });
    connect(vault_, &VaultPage::told, this,
            [this](WatchNotes::Kind kind, const QString& text, const QStringList& undo) {
                notice_->tell(kind, text, undo.isEmpty() ? QString() : tr("Undo"),
                              [this, undo] { vault_->restoreFromTrash(undo); });
            });
    connect(vault_, &VaultPage::addFolderClicked, this, &MainWindow::chooseFolder);
    connect(vault_, &VaultPage::vaultChanged, this, [this] {
        if (session_) session_->refresh();
    });
}

void MainWindow::connectBitsPage() {
    connect(&bits_->recoding(), &RecodeWork::taskChanged, this, [this] {
        const RecodeWork& work = bits_->recoding();
        if (work.task() != RecodeWork::Task::none) activity_->report(work.job(), work.title(), {});
    });
    connect(&runner_, &JobRunner::progressed, this, [this](JobId id, const JobProgress& progress) {
        if (id == bits_->recoding().job()) activity_->report(id, bits_->recoding().title(), progress);
    });
    connect(bits_, &BitsPage::told, this,
            [this](WatchNotes::Kind kind, const QString& text) { notice_->tell(kind, text); });
    connect(bits_, &BitsPage::vaultChanged, this, [this] {
        if (session_) session_->refresh();
    });
}

void MainWindow::connectPanels() {
    // Both boards show the same layout, which is kept for each vault.
    const auto keep = [this](PanelBoard& from, PanelBoard& other) {
        if (!session_) return;
        settings_.setPanelLayout(session_->library()->folder(), from.panelLayout());
        other.setPanelLayout(from.panelLayout());
    };
    PanelBoard& ofRun = metrics_->board();
    PanelBoard& ofSeveral = compare_->panels();
    connect(&ofRun, &PanelBoard::panelLayoutChanged, this,
            [keep, &ofRun, &ofSeveral] { keep(ofRun, ofSeveral); });
    connect(&ofSeveral, &PanelBoard::panelLayoutChanged, this,
            [keep, &ofRun, &ofSeveral] { keep(ofSeveral, ofRun); });
    connect(&ofRun, &PanelBoard::opened, this, [this](const QString& tag) {
        run_->showTab(0);
        if (session_) session_->selectTag(tag);
    });
}

void MainWindow::connectRunDesk() {
    connect(runs_, &RunsPanel::placeChosen, this, &MainWindow::showPlace);
    connect(actions_->runTable, &QAction::triggered, this,
            [this] { showPlace(runs_->place() == Place::table ? Place::runs : Place::table); });
    connect(actions_->watchedFolders, &QAction::triggered, this, [this] { showPlace(Place::folders); });
    connect(desk_, &RunDesk::openChosen, this, &MainWindow::showRun);
    connect(desk_, &RunDesk::compareChosen, this, [this](const QStringList& ids) {
        runs_->setComparedRuns(ids);
        compareRuns();
    });
    connect(desk_, &RunDesk::removeChosen, this, [this](const QString& id) {
        vault_->proposeRun(id);
        showPlace(Place::vault);
    });
    connect(desk_, &RunDesk::addFolderChosen, this, &MainWindow::chooseFolder);
    connect(desk_, &RunDesk::stopWatchingChosen, this, &MainWindow::stopWatching);
    connect(desk_, &RunDesk::retryChosen, this, [this] {
        if (session_) session_->watch().retry();
    });
    connect(desk_, &RunDesk::told, this,
            [this](WatchNotes::Kind kind, const QString& text) { notice_->tell(kind, text); });
}

void MainWindow::connectLabels() {
    connect(run_, &RunPage::noteEdited, this, [this](const QString& run, const QString& note) {
        if (session_) labels_.change(session_->library(), run, {.note = note.toStdString()});
    });
    connect(desk_, &RunDesk::renamed, this, [this](const QString& run, const QString& name) {
        if (session_) labels_.rename(session_->library(), run, name);
    });
    connect(desk_, &RunDesk::labelsChosen, this, &MainWindow::changeLabels);
    connect(&labels_, &LabelWriter::written, this, [this] {
        if (session_) session_->refresh();
    });
    connect(&labels_, &LabelWriter::failed, this,
            [this](const QString& text) { notice_->tell(WatchNotes::Kind::bad, text); });
}

void MainWindow::changeLabels(const QStringList& runs, const LabelChange& change) {
    if (!session_) return;
    for (const QString& run : runs)
        labels_.change(session_->library(), run, change);
    if (!change.archived.value_or(false)) return;
    const QString text =
        runs.size() == 1 ? tr("The run is archived.") : tr("%1 runs are archived.").arg(runs.size());
    notice_->tell(WatchNotes::Kind::info,
                  text + u' ' + tr("The word archived in the filter shows archived runs."), tr("Undo"),
                  [this, runs] { changeLabels(runs, {.archived = false}); });
}

void MainWindow::updateNote() {
    run_->setNote(notes_.noteFor(run_->run().row.id));
}

void MainWindow::updateFolders() {
    desk_->setWatched(session_ ? session_->watch().folders() : std::vector<std::filesystem::path>(), notes_);
}

void MainWindow::updateChosen() {
    const bool isOneRun = session_ && !isComparing() && runs_->place() == Place::runs && !isLogShown();
    const std::vector<CheckpointRow> rows =
        isOneRun ? run_->chosenCheckpoints() : std::vector<CheckpointRow>();
    actions_->restore->setEnabled(!rows.empty());
    actions_->lookInside->setEnabled(rows.size() == 1);
    actions_->pin->setEnabled(!rows.empty());
    actions_->pin->setChecked(!rows.empty() && std::ranges::all_of(rows, &CheckpointRow::pinned));
    bar_->setRestoreText(rows.empty()      ? tr("Restore")
                         : rows.size() > 1 ? tr("Restore %1 checkpoints").arg(rows.size())
                                           : tr("Restore step %1").arg(formatStep(rows.front().step)));
}

void MainWindow::pinChosen(bool pinned) {
    const std::vector<CheckpointRow> rows = run_->chosenCheckpoints();
    if (!session_ || rows.empty()) return;
    runner_.start(
        Lane::work, this,
        [library = session_->library(), rows, pinned](const JobContext&) -> Status {
            for (const CheckpointRow& row : rows)
                STEPVAULT_TRY(library->maintenance().pin(row.run_id, row.id, pinned));
            return {};
        },
        [this, step = formatStep(rows.front().step)](const Status& status) {
            if (status.ok()) return session_ ? session_->refresh() : void();
            updateChosen();
            notice_->tell(
                WatchNotes::Kind::bad,
                tr("Step %1 was not pinned: %2.").arg(step, QString::fromStdString(status.error().message)));
        });
}

}  // namespace stepvault::ui
