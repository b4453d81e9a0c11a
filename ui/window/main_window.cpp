#include "ui/window/main_window.h"

#include <algorithm>
#include <utility>

#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/bits/bits_page.h"
#include "ui/cluster/cluster_page.h"
#include "ui/cluster/cluster_wish.h"
#include "ui/compare/compare_page.h"
#include "ui/folders/folders_page.h"
#include "ui/inside/inside_page.h"
#include "ui/interval/interval_page.h"
#include "ui/log/log_page.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/panel_board.h"
#include "ui/run/chart_card.h"
#include "ui/run/run_page.h"
#include "ui/runs/runs_page.h"
#include "ui/start/start_page.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/vault/space_card.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/activity_strip.h"
#include "ui/widgets/empty_state.h"
#include "ui/window/arrangement_button.h"
#include "ui/window/notice_bar.h"
#include "ui/window/notification_center.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"
#include "ui/window/screen_fit.h"
#include "ui/window/top_bar.h"
#include "ui/window/tray_icon.h"
#include "ui/window/window_actions.h"
#include "vault/repair/vault_moving.h"

namespace stepvault::ui {

namespace {
constexpr int firstWidth = 1280;
constexpr int firstHeight = 800;
constexpr int panelWidth = 240;
constexpr QSize leastWindow(900, 560);
}  // namespace

MainWindow::MainWindow(Theme& theme, AppSettings& settings, Backends backends, QWidget* parent)
    : QMainWindow(parent),
      theme_(theme),
      settings_(settings),
      backends_(std::move(backends)),
      restore_(runner_),
      dragOut_(runner_),
      charts_(runner_),
      actions_(new WindowActions(theme, this)),
      bar_(new TopBar(theme, *actions_, this)),
      notice_(new NoticeBar(theme, this)),
      notifications_(new NotificationCenter(settings, *notice_, this)),
      tray_(new TrayIcon(this)),
      pages_(new QStackedWidget(this)),
      start_(new StartPage(theme, this)),
      runs_(new RunsPanel(theme, this)),
      desk_(new RunDesk(theme, settings, *runs_, this)),
      run_(new RunPage(theme, restore_, {actions_->restore, actions_->lookInside, actions_->pin}, this)),
      metrics_(new MetricsPage(theme, runner_, this)),
      bits_(new BitsPage(theme, runner_, this)),
      cluster_(new ClusterPage(theme, runner_, this)),
      hasMpi_(hasMpi()),
      compare_(new ComparePage(theme, runner_, this)),
      inside_(new InsidePage(theme, runner_, this)),
      interval_(new IntervalPage(theme, runner_, settings, this)),
      vault_(new VaultPage(theme, runner_, this)),
      log_(new LogPage(theme, notifications_->log(), this)),
      empty_(new EmptyState(theme, Glyph::folder, this)),
      activity_(new ActivityStrip(theme, this)) {
    setWindowTitle(tr("Stepvault"));
    setAcceptDrops(true);
    setMinimumSize(leastWindow);
    pages_->addWidget(start_);
    pages_->addWidget(makeWorkspace());
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(pages_, 1);
    layout->addWidget(activity_);
    setCentralWidget(central);
    notice_->setParent(central);
    notice_->layOver(pages_);
    // No button is lit until the keyboard is used; a click beside the filter leaves it.
    central->setFocusPolicy(Qt::ClickFocus);
    central->setFocus();
    connectActions();
    connectJobs();
    connectVaultPage();
    connectNotifications();
    connectDragging();
    connectBitsPage();
    connectPanels();
    connectRunDesk();
    connectLabels();
    actions_->setThemeMode(theme.mode());
    start_->setRecent(settings_.recentVaults());
    bar_->setVault({}, settings_.recentVaults());
    updateChosen();
    restoreLayout();
}

MainWindow::~MainWindow() {
    // Pages give up their jobs as they are hidden, and the runner goes before the pages do.
    hide();
    restore_.clear();
    dragOut_.clear();
    // The watching may wait for what they work on.
    runner_.cancelAll();
    session_.reset();
}

QWidget* MainWindow::makeWorkspace() {
    setLook(runs_, "side");
    content_ = new QStackedWidget(this);
    content_->addWidget(empty_);
    content_->addWidget(run_);
    content_->addWidget(compare_);
    content_->addWidget(vault_);
    content_->addWidget(&desk_->table());
    content_->addWidget(&desk_->folders());
    content_->addWidget(log_);
    run_->setExportAction(actions_->exportChart);
    compare_->setExportAction(actions_->exportChart);
    vault_->space().setExportAction(actions_->exportChart);
    run_->addTab(metrics_, tr("Metrics"));
    run_->setInside(inside_);
    run_->addTab(bits_, tr("Bits"));
    run_->addTab(interval_, tr("Interval"));
    run_->addTab(cluster_, tr("Cluster"));
    updateClusterTab();
    sides_ = new QSplitter(Qt::Horizontal, this);
    sides_->setObjectName(QStringLiteral("sides"));
    sides_->addWidget(runs_);
    sides_->addWidget(content_);
    sides_->setHandleWidth(1);
    sides_->setChildrenCollapsible(false);
    sides_->setStretchFactor(1, 1);
    sides_->setSizes({panelWidth, firstWidth - panelWidth});
    runs_->setMinimumWidth(160);
    runs_->setArrangement(settings_.runArrangement());
    connect(runs_, &RunsPanel::runSelected, this, &MainWindow::showRun);
    connect(runs_, &RunsPanel::comparisonChosen, this, &MainWindow::compareRuns);
    connect(&runs_->arrangement(), &ArrangementButton::chosen, this,
            [this](const RunArrangement& arrangement) { settings_.setRunArrangement(arrangement); });
    connect(compare_, &ComparePage::runActivated, this, &MainWindow::showRun);
    connect(compare_, &ComparePage::restoreChosen, this, &MainWindow::restoreNear);
    connect(run_, &RunPage::selectionChanged, this, &MainWindow::updateChosen);
    connect(run_, &RunPage::besideChosen, this, [this](const QStringList& tags) {
        if (!session_) return;
        settings_.setMetricsBeside(session_->library()->folder(), tags);
        session_->setBeside(tags);
    });
    connect(run_, &RunPage::tagChosen, this, [this](const QString& tag) {
        if (session_) session_->selectTag(tag);
    });
    connect(empty_, &EmptyState::actionClicked, this, &MainWindow::chooseFolder);
    return sides_;
}

void MainWindow::connectJobs() {
    connect(&runner_, &JobRunner::progressed, this, [this](JobId id, const JobProgress& progress) {
        if (id == openJob_) activity_->report(id, tr("Opening the vault"), progress);
        if (id == moveJob_) activity_->report(id, tr("Moving the vault"), progress);
        if (id == interval_->simulation())
            activity_->report(id, tr("Simulating the schedules of %1").arg(toQString(run_->run().row.name)),
                              progress, ActivityStrip::Unit::parts);
        if (const QString title = inside_->titleOf(id); !title.isEmpty())
            activity_->report(id, title, progress);
        if (id != restore_.job()) return;
        const QString run = toQString(restore_.run().name);
        const auto& rows = restore_.checkpoints();
        activity_->report(id,
                          restore_.isSeveral()
                              ? tr("Restoring %1 checkpoints of %2").arg(QString::number(rows.size()), run)
                              : tr("Restoring %1 step %2").arg(run, formatStep(rows.front().step)),
                          progress);
        run_->showRestoreProgress(progress);
    });
    connect(&runner_, &JobRunner::ended, activity_, &ActivityStrip::remove);
    connect(&runner_, &JobRunner::crashed, this, [this](JobId, const QString& what) {
        notice_->tell(WatchNotes::Kind::bad, tr("A task ended early: %1.").arg(what));
    });
    connect(activity_, &ActivityStrip::cancelRequested, &runner_, &JobRunner::cancel);
    connect(&restore_, &RestoreController::finished, this, &MainWindow::restoreEnded);
    connect(&charts_, &ChartExporter::written, this, [this](const std::filesystem::path& file) {
        notice_->tell(WatchNotes::Kind::info, tr("The chart was written to %1.").arg(formatPath(file)));
    });
    connect(&charts_, &ChartExporter::failed, this, [this](const QString& message) {
        notice_->tell(WatchNotes::Kind::bad, tr("The chart was not written: %1.").arg(message));
    });
}

void MainWindow::connectSession() {
    connect(session_.get(), &VaultSession::snapshotRead, this, &MainWindow::takeSnapshot);
    notifications_->follow(*session_);
    connect(session_.get(), &VaultSession::readFailed, this, [this](const QString& message) {
        notice_->tell(WatchNotes::Kind::bad, tr("The vault could not be read: %1.").arg(message));
    });
    WatchService& watch = session_->watch();
    connect(&watch, &WatchService::eventSeen, this, [this](const WatchEvent& event) {
        notes_.take(event);
        updateNote();
        updateFolders();
    });
    connect(&watch, &WatchService::begun, this, [this] {
        notes_.forgetFolders();
        updateFolders();
    });
    connect(&watch, &WatchService::progressed, this, [this](const JobProgress& progress) {
        activity_->report(0, tr("Filing %1").arg(progress.item), progress);
    });
    connect(&watch, &WatchService::failed, this, [this](const QString& message) {
        notice_->tell(WatchNotes::Kind::bad,
                      tr("Watching stopped: %1. It begins again by itself.").arg(message));
    });
}

void MainWindow::openVault(const std::filesystem::path& vault, LocalVault::Mode mode) {
    closeLog();
    if (session_ && session_->library()->folder() == vault) return session_->refresh();
    if (tellsOfMove()) return;
    runner_.abandon(openJob_);
    openJob_ = runner_.start(
        Lane::work, this,
        [vault, mode, backends = backends_](const JobContext& job) {
            return LocalVault::open_caught_up(vault, mode, backends, job);
        },
        [this, vault](Result<std::unique_ptr<LocalVault>> library) { takeVault(vault, std::move(library)); });
}

void MainWindow::takeVault(const std::filesystem::path& vault, Result<std::unique_ptr<LocalVault>> library) {
    openJob_ = 0;
    if (!library.ok()) return tellOpenFailure(vault, library.error());
    closeVault();
    session_ = std::make_unique<VaultSession>(std::move(*library), runner_);
    actions_->moveVault->setEnabled(true);
    snapshotPending_ = true;
    connectSession();
    if (rememberVault_) settings_.addRecentVault(vault);
    rememberVault_ = true;
    bar_->setVault(vault, settings_.recentVaults());
    start_->setRecent(settings_.recentVaults());
    metrics_->board().setPanelLayout(settings_.panelLayout(vault));
    compare_->panels().setPanelLayout(settings_.panelLayout(vault));
    run_->chart().setBeside(settings_.metricsBeside(vault));
    session_->setBeside(settings_.metricsBeside(vault));
    session_->watch().setFolders(settings_.watchedFolders(vault));
    if (!pendingFolders_.empty()) addRunFolders(std::exchange(pendingFolders_, {}));
    session_->selectRun(settings_.selectedRun(vault));
    runs_->setSelectedRun(settings_.selectedRun(vault));
    showVault();
    emit vaultOpened();
}

void MainWindow::closeVault() {
    run_->closeSheet();
    restore_.clear();
    dragOut_.clear();
    notes_.clear();
    desk_->clearDisk();
    updateFolders();
    notice_->dismiss();
    runs_->clear();
    compare_->clear();
    metrics_->board().clear();
    vault_->clear();
    beforeLog_ = empty_;
    // What works on the one before, and its watching, end here. A demo's training goes on.
    runner_.cancelAll(Lane::checking);
    runner_.cancelAll(Lane::work);
    endWatching();
    session_.reset();
    actions_->moveVault->setEnabled(false);
}

void MainWindow::moveVault(const std::filesystem::path& to) {
    if (!session_ || openJob_ != 0) return;
    const std::filesystem::path from = session_->library()->folder();
    closeLog();
    closeVault();
    bar_->setVault({}, settings_.recentVaults());
    showVault();
    // After what ends the watching, in the same lane.
    moveJob_ = runner_.start(
        Lane::work, this, [from, to](const JobContext& job) { return move_vault(from, to, job); },
        [this, from, to](const Status& moved) { vaultMoved(from, to, moved); });
}

bool MainWindow::tellsOfMove() {
    if (moveJob_ == 0) return false;
    notice_->tell(WatchNotes::Kind::info,
                  tr("A vault is being moved. Another can be opened when that has ended."));
    return true;
}

void MainWindow::vaultMoved(const std::filesystem::path& from, const std::filesystem::path& to,
                            const Status& moved) {
    moveJob_ = 0;
    if (moved.ok()) settings_.moveVault(from, to);
    const auto tell = [this, moved, to] {
        if (moved.ok()) {
            notice_->tell(WatchNotes::Kind::info, tr("The vault is in %1 now.").arg(formatPath(to)));
        } else if (moved.error().code != ErrorCode::cancelled) {
            notice_->tell(
                WatchNotes::Kind::bad,
                tr("The vault was not moved: %1.").arg(QString::fromStdString(moved.error().message)));
        }
    };
    connect(this, &MainWindow::vaultOpened, this, tell, Qt::SingleShotConnection);
    openVault(moved.ok() ? to : from, LocalVault::Mode::existing);
}

/// It may be within a chunk, which the event loop is not to wait for. Before the next vault is opened: that
/// may be the same one again, whose runs it holds until then.
void MainWindow::endWatching() {
    if (!session_) return;
    runner_.start(
        Lane::work, this,
        [watching = session_->watch().release()](const JobContext&) mutable {
            watching.reset();
            return 0;
        },
        [](int) {});
}

void MainWindow::tellOpenFailure(const std::filesystem::path& vault, const Error& error) {
    pendingFolders_.clear();
    rememberVault_ = true;
    const QString message = QString::fromStdString(error.message);
    if (error.code == ErrorCode::not_found) {
        notice_->tell(WatchNotes::Kind::info, tr("%1 holds no vault yet.").arg(formatPath(vault)),
                      tr("Make a vault there"),
                      [this, vault] { openVault(vault, LocalVault::Mode::create); });
    } else {
        notice_->tell(WatchNotes::Kind::bad, tr("The vault could not be opened: %1.").arg(message));
    }
}

void MainWindow::showVault() {
    pages_->setCurrentWidget(session_ || isLogShown() ? static_cast<QWidget*>(sides_) : start_);
    runs_->setVisible(session_ != nullptr);
    notice_->layOver(pages_->currentWidget() == sides_ ? static_cast<QWidget*>(content_) : pages_);
    if (!session_) return;
    const auto& folders = session_->watch().folders();
    if (folders.empty()) {
        empty_->setText(
            tr("Runs appear here"),
            tr("Add the folder that a training run writes into, or drag it onto this window. Stepvault "
               "follows it and changes nothing in it."),
            tr("Add run folder"));
    } else {
        empty_->setText(
            tr("Waiting for the first checkpoint"),
            tr("%1 is watched. Its run shows here as soon as a checkpoint or a metric has been written.")
                .arg(formatPath(folders.back())),
            tr("Add another folder"));
    }
}

QString MainWindow::describeRestore() const {
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

void MainWindow::restoreEnded() {
    using Phase = RestoreController::Phase;
    const Phase phase = restore_.phase();
    const WatchNotes::Kind kind = phase == Phase::failed ? WatchNotes::Kind::bad : WatchNotes::Kind::info;
    const QString text = describeRestore();
    notifications_->add(kind, toQString(restore_.run().name), text);
    // The sheet says it, and who stopped it knows.
    if (run_->isSheetOpen() || phase == Phase::stopped) return;
    const QSignalBlocker logged(notice_);
    notice_->tell(kind, text);
}

bool MainWindow::isSettled() const {
    const QWidget* content = content_->currentWidget();
    const bool shown = content == run_       ? run_->isSettled()
                       : content == compare_ ? compare_->isSettled()
                       : content == vault_   ? vault_->isSettled()
                                             : true;
    return openJob_ == 0 && moveJob_ == 0 && !snapshotPending_ && activity_->isIdle() && shown;
}

void MainWindow::fitToScreen() {
    const QRect available = screen()->availableGeometry();
    const QSize frame = frameGeometry().size() - size();
    setMinimumSize(leastWindow.boundedTo(available.size() - frame));
    const QRect fitted = fittedInto(geometry(), available.adjusted(0, 0, -frame.width(), -frame.height()));
    if (fitted != geometry()) setGeometry(fitted);
}

void MainWindow::restoreLayout() {
    resize(firstWidth, firstHeight);
    restoreGeometry(settings_.layout(QStringLiteral("window")));
    sides_->restoreState(settings_.layout(QStringLiteral("sides")));
    run_->splitter().restoreState(settings_.layout(QStringLiteral("run")));
}

}  // namespace stepvault::ui
