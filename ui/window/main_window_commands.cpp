// What the menu, the keys and dropped folders do.
#include <algorithm>
#include <array>
#include <system_error>

#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QUrl>

#include "demo/demo_training.h"
#include "ui/charts/plot_view.h"
#include "ui/compare/compare_card.h"
#include "ui/compare/compare_page.h"
#include "ui/help/guide_window.h"
#include "ui/run/chart_card.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/start/start_page.h"
#include "ui/text/format.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"
#include "ui/window/shortcut_list.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

namespace {

std::filesystem::path dataFolder() {
    return toPath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
}

std::vector<std::filesystem::path> droppedFolders(const QMimeData* data) {
    std::vector<std::filesystem::path> folders;
    for (const QUrl& url : data->urls()) {
        std::error_code error;
        const std::filesystem::path path = toPath(url.toLocalFile());
        if (url.isLocalFile() && std::filesystem::is_directory(path, error)) folders.push_back(path);
    }
    return folders;
}

/// "gpt step 4,200".
QString draggedName(const DragOut& drag) {
    const QString run = toQString(drag.run().name);
    const auto& rows = drag.checkpoints();
    return rows.size() == 1 ? MainWindow::tr("%1 step %2").arg(run, formatStep(rows.front().step))
                            : MainWindow::tr("%1, %2 checkpoints").arg(run, QString::number(rows.size()));
}

}  // namespace

std::filesystem::path MainWindow::defaultVault() {
    return dataFolder() / "stepvault";
}

std::filesystem::path MainWindow::demoFolder() {
    return dataFolder() / "stepvault-demo";
}

void MainWindow::connectActions() {
    connect(actions_->addFolder, &QAction::triggered, this, &MainWindow::chooseFolder);
    connect(actions_->openVault, &QAction::triggered, this, &MainWindow::chooseVault);
    connect(actions_->moveVault, &QAction::triggered, this, &MainWindow::chooseMove);
    connect(actions_->demo, &QAction::triggered, this, [this] { startDemo(demoFolder()); });
    connect(actions_->restore, &QAction::triggered, this, [this] {
        if (session_) run_->openSheet(session_->library());
    });
    connect(actions_->lookInside, &QAction::triggered, run_, &RunPage::openInside);
    connect(actions_->pin, &QAction::triggered, this, &MainWindow::pinChosen);
    connect(actions_->exportChart, &QAction::triggered, this, &MainWindow::exportChart);
    connect(actions_->resetZoom, &QAction::triggered, this, [this] {
        if (PlotView* plot = shownChart()) plot->resetZoom();
    });
    connect(actions_->refresh, &QAction::triggered, this, [this] {
        if (session_) session_->refresh();
    });
    connect(actions_->closeSheet, &QAction::triggered, this,
            [this] { isLogShown() ? closeLog() : run_->stepBack(); });
    connect(actions_->findRun, &QAction::triggered, bar_->filter(), [this] { bar_->filter()->setFocus(); });
    connect(actions_->nextTab, &QAction::triggered, this, [this] { run_->stepTab(1); });
    connect(actions_->previousTab, &QAction::triggered, this, [this] { run_->stepTab(-1); });
    connect(actions_->cluster, &QAction::triggered, this, [this](bool isOn) {
        settings_.setShowsCluster(isOn);
        asksForCluster_ = false;
        updateClusterTab();
        if (isOn && session_) showPage(QStringLiteral("cluster"));
    });
    connect(actions_->guide, &QAction::triggered, this, &MainWindow::showGuide);
    connect(actions_->shortcuts, &QAction::triggered, this, &MainWindow::showShortcuts);
    connect(actions_->about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(actions_->quit, &QAction::triggered, this, &MainWindow::quit);
    connect(actions_, &WindowActions::themeChosen, this, &MainWindow::setThemeMode);
    connect(start_, &StartPage::addFolderClicked, this, &MainWindow::chooseFolder);
    connect(start_, &StartPage::openVaultClicked, this, &MainWindow::chooseVault);
    connect(start_, &StartPage::demoClicked, this, [this] { startDemo(demoFolder()); });
    const auto openExisting = [this](const std::filesystem::path& vault) {
        openVault(vault, LocalVault::Mode::existing);
    };
    connect(start_, &StartPage::recentClicked, this, openExisting);
    connect(bar_, &TopBar::vaultChosen, this, openExisting);
    connect(bar_->filter(), &QLineEdit::textChanged, desk_, &RunDesk::setFilter);
}

void MainWindow::addRunFolders(const std::vector<std::filesystem::path>& folders) {
    if (folders.empty()) return;
    if (!session_ || openJob_ != 0) {
        pendingFolders_.insert(pendingFolders_.end(), folders.begin(), folders.end());
        if (openJob_ == 0 && moveJob_ == 0) openVault(defaultVault(), LocalVault::Mode::create);
        return;
    }
    std::vector<std::filesystem::path> watched = session_->watch().folders();
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        std::filesystem::path whole = std::filesystem::absolute(folder, error).lexically_normal();
        if (!whole.has_filename()) whole = whole.parent_path();
        if (std::find(watched.begin(), watched.end(), whole) == watched.end()) watched.push_back(whole);
    }
    settings_.setWatchedFolders(session_->library()->folder(), watched);
    session_->watch().setFolders(std::move(watched));
    updateFolders();
    showVault();
}

void MainWindow::stopWatching(const std::filesystem::path& folder) {
    if (!session_) return;
    std::vector<std::filesystem::path> watched = session_->watch().folders();
    std::erase(watched, folder);
    settings_.setWatchedFolders(session_->library()->folder(), watched);
    session_->watch().setFolders(std::move(watched));
    updateFolders();
    showVault();
}

void MainWindow::startDemo(const std::filesystem::path& parent) {
    if (tellsOfMove()) return;
    std::error_code error;
    std::filesystem::path base;
    for (int n = 1; base.empty() || std::filesystem::exists(base, error); ++n)
        base = parent / std::to_string(n);
    const std::filesystem::path run = base / "demo";
    std::filesystem::create_directories(run, error);
    if (error) {
        notice_->tell(WatchNotes::Kind::bad,
                      tr("The demo needs a folder, and %1 could not be made: %2.")
                          .arg(formatPath(run), QString::fromStdString(error.message())));
        return;
    }
    runner_.abandon(demoJob_);
    rememberVault_ = false;
    pendingFolders_ = {run};
    openVault(base / "demo-vault", LocalVault::Mode::create);
    demoJob_ = runner_.start(
        Lane::training, this, [run](const JobContext& job) { return run_demo_training(run, {}, job); },
        [this](const Status& status) {
            if (!status.ok() && status.error().code != ErrorCode::cancelled)
                notice_->tell(
                    WatchNotes::Kind::bad,
                    tr("The demo training ended: %1.").arg(QString::fromStdString(status.error().message)));
        });
}

PlotView* MainWindow::shownChart() const {
    PlotView* shown = nullptr;
    for (PlotView* plot : findChildren<PlotView*>()) {
        if (plot->isVisible() && !plot->model().isEmpty() && (shown == nullptr || plot->hasFocus()))
            shown = plot;
    }
    return shown;
}

void MainWindow::exportChart() {
    QList<QWidget*> shown;
    for (QWidget* widget : findChildren<QWidget*>()) {
        if (dynamic_cast<ExportableChart*>(widget) != nullptr && widget->isVisible()) shown << widget;
    }
    if (shown.isEmpty())
        return notice_->tell(WatchNotes::Kind::info, tr("There is no chart here to export."));
    const auto choose = [this](QWidget* widget) {
        auto* chart = dynamic_cast<ExportableChart*>(widget);
        ExportedChart exported = chart->exported();
        if (run_->isVisible()) exported.title.prepend(toQString(run_->run().row.name) + u' ');
        charts_.choose(exported, this);
    };
    if (shown.size() == 1) return choose(shown.front());
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("exportedCharts"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QWidget* widget : shown) {
        auto* chart = dynamic_cast<ExportableChart*>(widget);
        connect(menu->addAction(escapeMnemonics(chart->exported().title)), &QAction::triggered, widget,
                [choose, widget] { choose(widget); });
    }
    menu->popup(QCursor::pos());
}

void MainWindow::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a training run"));
    if (!folder.isEmpty()) addRunFolders({toPath(folder)});
}

void MainWindow::chooseVault() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a vault"));
    if (!folder.isEmpty()) openVault(toPath(folder), LocalVault::Mode::existing);
}

void MainWindow::chooseMove() {
    if (!session_) return;
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Where the vault's folder is moved to"));
    if (!folder.isEmpty() && session_) moveVault(toPath(folder) / session_->library()->folder().filename());
}

void MainWindow::setThemeMode(ThemeMode mode) {
    theme_.setMode(mode);
    settings_.setThemeMode(mode);
    actions_->setThemeMode(mode);
}

void MainWindow::showGuide() {
    auto* guide = findChild<GuideWindow*>();
    if (guide == nullptr) {
        guide = new GuideWindow(this);
        guide->setAttribute(Qt::WA_DeleteOnClose);
    }
    guide->show();
    guide->raise();
    guide->activateWindow();
    if (const std::optional<GuideTopic> topic = shownTopic()) guide->open(*topic);
}

std::optional<GuideTopic> MainWindow::shownTopic() const {
    if (!session_) return std::nullopt;
    const QWidget* page = content_->currentWidget();
    if (page == log_) return GuideTopic::log;
    if (page == vault_) return GuideTopic::vault;
    if (page == compare_) return GuideTopic::compare;
    if (page != run_) return GuideTopic::runs;
    if (run_->isInsideOpen()) return GuideTopic::inside;
    constexpr std::array tabs{GuideTopic::run, GuideTopic::metrics, GuideTopic::bits, GuideTopic::interval,
                              GuideTopic::cluster};
    return tabs.at(static_cast<std::size_t>(run_->currentTab()));
}

void MainWindow::showShortcuts() {
    auto* list = new ShortcutList(QWidget::actions(), this);
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->show();
}

void MainWindow::showAbout() {
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Stepvault"),
        tr("Stepvault %1\n\nWatches training runs, compresses their checkpoints, restores any step.\n\n"
           "Free software under the GNU General Public License, version 3 or later.\nQt %2")
            .arg(QStringLiteral(STEPVAULT_VERSION), QString::fromLatin1(qVersion())),
        QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* copy = box->addButton(tr("Copy versions"), QMessageBox::ActionRole);
    connect(copy, &QPushButton::clicked, box, [] {
        QGuiApplication::clipboard()->setText(
            QStringLiteral("Stepvault %1, Qt %2, %3, %4")
                .arg(QStringLiteral(STEPVAULT_VERSION), QString::fromLatin1(qVersion()),
                     QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture()));
    });
    box->show();
}

void MainWindow::connectDragging() {
    connect(&run_->table(), &CheckpointTable::rowsPulled, this, [this] {
        if (session_)
            dragOut_.pull(session_->library(), run_->run().row, run_->chosenCheckpoints(), &run_->table());
    });
    connect(&run_->table(), &CheckpointTable::rowsLetGo, &dragOut_, &DragOut::letGo);
    connect(&runner_, &JobRunner::progressed, this, [this](JobId id, const JobProgress& progress) {
        if (id == dragOut_.job())
            activity_->report(id, tr("Restoring %1 to drag it").arg(draggedName(dragOut_)), progress);
    });
    connect(&dragOut_, &DragOut::ready, this, [this] {
        notice_->tell(WatchNotes::Kind::info,
                      tr("%1 can be dragged now: it is restored.").arg(draggedName(dragOut_)));
    });
    connect(&dragOut_, &DragOut::failed, this, [this](const QString& message) {
        notice_->tell(WatchNotes::Kind::bad,
                      tr("%1 can't be dragged: %2.").arg(draggedName(dragOut_), message));
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    // What comes out of the table is no new run.
    if (event->source() != nullptr) return;
    if (!droppedFolders(event->mimeData()).empty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const std::vector<std::filesystem::path> folders = droppedFolders(event->mimeData());
    std::error_code error;
    if (folders.size() == 1 && std::filesystem::exists(folders.front() / "vault.json", error)) {
        openVault(folders.front(), LocalVault::Mode::existing);
    } else {
        addRunFolders(folders);
    }
    event->acceptProposedAction();
}

}  // namespace stepvault::ui
