// Which run, or runs, the window shows.
#include <QStackedWidget>

#include "ui/pages/compare_page.h"
#include "ui/pages/run_page.h"
#include "ui/text/format.h"
#include "ui/window/empty_state.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/runs_panel.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

void MainWindow::takeSnapshot(const VaultSnapshot& snapshot) {
    runs_->setRuns(snapshot.runs, snapshot.vaultBytes);
    if (snapshot.run) {
        snapshotPending_ = false;
        const QString id = toQString(snapshot.run->info.row.id);
        if (!isComparing()) runs_->setSelectedRun(id);
        run_->setRun(session_->library(), *snapshot.run, runs_->model().colorOf(id));
        setWindowTitle(tr("%1 – Stepvault").arg(toQString(snapshot.run->info.row.name)));
        updateNote();
        updateChosen();
    } else if (!snapshot.runs.empty()) {
        const QString first = runs_->model().firstRun();
        showRun(first.isEmpty() ? toQString(snapshot.runs.front().info.row.id) : first);
    } else {
        snapshotPending_ = false;
    }
    content_->setCurrentWidget(snapshot.run ? static_cast<QWidget*>(run_) : empty_);
    compareRuns();
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
        if (run != nullptr) runs.push_back({run->info, static_cast<std::size_t>(runs_->model().colorOf(id))});
    }
    setWindowTitle(tr("%1 runs – Stepvault").arg(runs.size()));
    compare_->setRuns(session_->library(), std::move(runs));
    content_->setCurrentWidget(compare_);
    updateChosen();
}

void MainWindow::showRun(const QString& id) {
    if (!session_) return;
    runs_->setSelectedRun(id);
    session_->selectRun(id);
    settings_.setSelectedRun(session_->library()->folder(), id);
    if (content_->currentWidget() == compare_) content_->setCurrentWidget(run_);
    updateChosen();
}

void MainWindow::updateNote() {
    run_->setNote(notes_.noteFor(run_->run().row.id));
}

void MainWindow::updateChosen() {
    const CheckpointRow* row = session_ && !isComparing() ? run_->selectedCheckpoint() : nullptr;
    actions_->restore->setEnabled(row != nullptr);
    actions_->pin->setEnabled(row != nullptr);
    actions_->pin->setChecked(row != nullptr && row->pinned);
    bar_->setRestoreText(row != nullptr ? tr("Restore step %1").arg(formatStep(row->step)) : tr("Restore"));
}

void MainWindow::pinChosen(bool pinned) {
    const CheckpointRow* row = session_ ? run_->selectedCheckpoint() : nullptr;
    if (row == nullptr) return;
    runner_.start(
        Lane::work, this,
        [library = session_->library(), run = row->run_id, id = row->id, pinned](const JobContext&) {
            return library->pin(run, id, pinned);
        },
        [this, step = formatStep(row->step)](const Status& status) {
            if (status.ok()) return session_ ? session_->refresh() : void();
            updateChosen();
            notice_->tell(
                WatchNotes::Kind::bad,
                tr("Step %1 was not pinned: %2.").arg(step, QString::fromStdString(status.error().message)));
        });
}

}  // namespace stepvault::ui
