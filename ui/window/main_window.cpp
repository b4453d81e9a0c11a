#include "ui/window/main_window.h"

#include <system_error>
#include <utility>

#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>
#include <QUrl>
#include <QVBoxLayout>

#include "remote/client/installing.h"
#include "remote/ssh/ssh_hosts.h"
#include "ui/bits/bits_page.h"
#include "ui/compare/compare_page.h"
#include "ui/connect/connect_dialog.h"
#include "ui/connect/install_question.h"
#include "ui/log/log_page.h"
#include "ui/run/run_page.h"
#include "ui/session/vault_place.h"
#include "ui/start/start_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/chart_commands.h"
#include "ui/window/help_windows.h"
#include "ui/window/job_feed.h"
#include "ui/window/notice_bar.h"
#include "ui/window/notification_center.h"
#include "ui/window/run_commands.h"
#include "ui/window/run_desk.h"
#include "ui/window/screen_fit.h"
#include "ui/window/top_bar.h"
#include "ui/window/tray_icon.h"
#include "ui/window/webhook_dialog.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

namespace {

constexpr QSize firstWindow(1280, 800);
constexpr QSize leastWindow(900, 560);
constexpr int folderDialogWidth = 480;

std::vector<std::filesystem::path> droppedFolders(const QMimeData* data) {
    std::vector<std::filesystem::path> folders;
    for (const QUrl& url : data->urls()) {
        std::error_code error;
        const std::filesystem::path path = toPath(url.toLocalFile());
        if (url.isLocalFile() && std::filesystem::is_directory(path, error)) folders.push_back(path);
    }
    return folders;
}

}  // namespace

MainWindow::MainWindow(Theme& theme, AppSettings& settings, Backends backends, QWidget* parent)
    : QMainWindow(parent),
      theme_(theme),
      settings_(settings),
      restore_(runner_),
      askPresenter_(asks_, this),
      actions_(new WindowActions(theme, this)),
      bar_(new TopBar(theme, *actions_, this)),
      notice_(new NoticeBar(theme, this)),
      notifications_(new NotificationCenter(settings, *notice_, this)),
      tray_(new TrayIcon(this)),
      activity_(new ActivityStrip(theme, this)),
      pages_(makePages(theme, runner_, settings, restore_, *actions_, notifications_->log(), this)),
      door_(runner_, settings, *notice_, std::move(backends)),
      workspace_(new Workspace(theme, pages_, this)),
      navigator_(pages_, *workspace_, door_, settings, *actions_),
      checkpoints_(pages_, runner_, restore_, door_, navigator_, *actions_, *notice_),
      background_(runner_, door_, *notice_),
      watching_(pages_, door_, background_, *activity_, *notice_),
      links_(*notice_, *bar_) {
    setWindowTitle(tr("Stepvault"));
    setAcceptDrops(true);
    setMinimumSize(leastWindow);
    layOut();
    connectVault();
    connectPages();
    connectActions();
    connectHelp();
    connectNotifications();
    connectTray();
    emit navigator_.chosenChanged();
    resize(firstWindow);
    restoreGeometry(settings_.layout(QStringLiteral("window")));
    workspace_->restoreLayout(settings_);
}

MainWindow::~MainWindow() {
    // Pages give up their jobs as they are hidden, and the runner goes before the pages do.
    hide();
    checkpoints_.clear();
    // The watch may wait for files that the jobs hold.
    runner_.cancelAll();
    door_.reset();
}

void MainWindow::layOut() {
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(workspace_, 1);
    layout->addWidget(activity_);
    setCentralWidget(central);
    notice_->setParent(central);
    notice_->layOver(workspace_);
    // No button is lit until the keyboard is used; a click beside the filter leaves it.
    central->setFocusPolicy(Qt::ClickFocus);
    central->setFocus();
}

void MainWindow::connectVault() {
    connect(&door_, &VaultDoor::closing, this, [this] {
        checkpoints_.clear();
        navigator_.leaveVault();
        notice_->dismiss();
    });
    connect(&door_, &VaultDoor::closed, this, [this] {
        watching_.clear();
        workspace_->setVaultOpen(false);
        showRecent();
        actions_->moveVault->setEnabled(false);
    });
    connect(&door_, &VaultDoor::opened, this, [this] {
        followSession();
        showRecent();
        actions_->moveVault->setEnabled(door_.session()->library()->host().empty());
        navigator_.showVault();
    });
    const auto showFolders = [this] {
        watching_.updateFolders();
        if (door_.session() != nullptr)
            workspace_->setFolders(allWatched(door_.session()->watch().folders(), background_.watches()));
    };
    connect(&door_, &VaultDoor::foldersChanged, this, showFolders);
    connect(&background_, &BackgroundWatching::changed, this, showFolders);
    connect(&door_, &VaultDoor::installNeeded, this, &MainWindow::offerInstall);
    VaultsBeside& beside = door_.beside();
    beside.setAsking([this] {
        // Without the window's questions, ssh works as far as it needs none.
        (void)asks_.start();
        return SshOptions{.variables = asks_.environment()};
    });
    connect(&beside, &VaultsBeside::changed, this, &MainWindow::showRecent);
    connect(bar_, &TopBar::besideChosen, &beside, [&beside](const QString& place, bool isShown) {
        isShown ? beside.show(place) : beside.remove(place);
    });
    showRecent();
    workspace_->setFolders({});
}

void MainWindow::showRecent() {
    std::filesystem::path open;
    QString title;
    if (session() != nullptr) {
        const VaultHandle& vault = *session()->library();
        open = placeOf(vault);
        title = toQString(vault.folder().filename());
        if (!vault.host().empty()) title = tr("%1 on %2").arg(title, toQString(vault.host()));
    }
    bar_->setVault(open, title, settings_.recentVaults(), settings_.recentMachines());
    bar_->setBeside(door_.beside().places(), door_.beside().openPlaces());
    pages_.start->setRecent(settings_.recentVaults(), settings_.recentMachines());
}

void MainWindow::followSession() {
    connect(door_.session(), &VaultSession::snapshotRead, &navigator_, &Navigator::takeSnapshot);
    notifications_->follow(*door_.session());
    watching_.follow(*door_.session());
    links_.follow(*door_.session());
    connect(door_.session(), &VaultSession::readFailed, this, [this](const QString& message) {
        notice_->tell(WatchNotes::Kind::bad, tr("The vault could not be read: %1.").arg(message));
    });
}

void MainWindow::connectPages() {
    connect(workspace_, &Workspace::placeChanged, this,
            [this] { notice_->layOver(workspace_->noticePlace()); });
    connect(workspace_, &Workspace::addFolderClicked, this, &MainWindow::chooseFolder);
    connect(&navigator_, &Navigator::titleChanged, this, &QWidget::setWindowTitle);
    connect(&navigator_, &Navigator::runRead, &watching_, &WatchReporter::updateNote);
    connect(&checkpoints_, &CheckpointCommands::restoreTextChanged, bar_, &TopBar::setRestoreText);
    connect(&checkpoints_, &CheckpointCommands::restored, notifications_, &NotificationCenter::add);
    new JobFeed(runner_, pages_, restore_, checkpoints_, door_, *activity_, this);
    connect(&runner_, &JobRunner::crashed, this, [this](JobId, const QString& what) {
        notice_->tell(WatchNotes::Kind::bad, tr("A task ended early: %1.").arg(what));
    });
    const auto refresh = [this] {
        if (door_.session() != nullptr) door_.session()->refresh();
    };
    connect(pages_.vault, &VaultPage::told, this,
            [this](WatchNotes::Kind kind, const QString& text, const QStringList& undo) {
                notice_->tell(kind, text, undo.isEmpty() ? QString() : tr("Undo"),
                              [this, undo] { pages_.vault->restoreFromTrash(undo); });
            });
    connect(pages_.vault, &VaultPage::addFolderClicked, this, &MainWindow::chooseFolder);
    connect(pages_.vault, &VaultPage::vaultChanged, this, refresh);
    connect(pages_.bits, &BitsPage::told, this,
            [this](WatchNotes::Kind kind, const QString& text) { notice_->tell(kind, text); });
    connect(pages_.bits, &BitsPage::vaultChanged, this, refresh);
    connect(actions_->refresh, &QAction::triggered, this, refresh);
}

void MainWindow::connectActions() {
    connect(actions_->addFolder, &QAction::triggered, this, &MainWindow::chooseFolder);
    connect(actions_->openVault, &QAction::triggered, this, &MainWindow::chooseVault);
    connect(actions_->connectMachine, &QAction::triggered, this, &MainWindow::chooseMachine);
    connect(actions_->moveVault, &QAction::triggered, this, &MainWindow::chooseMove);
    connect(actions_->demo, &QAction::triggered, this, [this] { startDemo(VaultDoor::demoFolder()); });
    connect(actions_->closeSheet, &QAction::triggered, this,
            [this] { workspace_->isLogShown() ? navigator_.closeLog() : pages_.run->stepBack(); });
    connect(actions_->findRun, &QAction::triggered, bar_->filter(), [this] { bar_->filter()->setFocus(); });
    connect(actions_->runTable, &QAction::triggered, this, [this] {
        navigator_.showPlace(pages_.runs->place() == Place::table ? Place::runs : Place::table);
    });
    connect(actions_->watchedFolders, &QAction::triggered, this,
            [this] { navigator_.showPlace(Place::folders); });
    connect(actions_->nextTab, &QAction::triggered, this, [this] { pages_.run->stepTab(1); });
    connect(actions_->previousTab, &QAction::triggered, this, [this] { pages_.run->stepTab(-1); });
    connect(actions_->cluster, &QAction::triggered, &navigator_, &Navigator::setShowsCluster);
    connect(actions_->quit, &QAction::triggered, this, &MainWindow::quit);
    connect(actions_, &WindowActions::themeChosen, this, [this](ThemeMode mode) {
        theme_.setMode(mode);
        settings_.setThemeMode(mode);
        actions_->setThemeMode(mode);
    });
    actions_->setThemeMode(theme_.mode());
    const auto openExisting = [this](const std::filesystem::path& vault) {
        openVault(vault, LocalVault::Mode::existing);
    };
    connect(pages_.start, &StartPage::addFolderClicked, this, &MainWindow::chooseFolder);
    connect(pages_.start, &StartPage::openVaultClicked, this, &MainWindow::chooseVault);
    connect(pages_.start, &StartPage::connectClicked, this, &MainWindow::chooseMachine);
    connect(pages_.start, &StartPage::demoClicked, this, [this] { startDemo(VaultDoor::demoFolder()); });
    connect(pages_.start, &StartPage::recentClicked, this, openExisting);
    connect(pages_.start, &StartPage::machineClicked, this, &MainWindow::connectToMachine);
    connect(bar_, &TopBar::vaultChosen, this, openExisting);
    connect(bar_, &TopBar::machineChosen, this, &MainWindow::connectToMachine);
    connect(bar_->filter(), &QLineEdit::textChanged, pages_.desk, &RunDesk::setFilter);
    new ChartCommands(*this, *pages_.run, runner_, *actions_, *notice_);
    auto* runs = new RunCommands(pages_, runner_, door_, background_, navigator_, *notice_, this);
    connect(runs, &RunCommands::addFolderChosen, this, &MainWindow::chooseFolder);
}

void MainWindow::connectHelp() {
    connect(actions_->guide, &QAction::triggered, this, [this] { showGuide(this, navigator_.topic()); });
    connect(actions_->shortcuts, &QAction::triggered, this, [this] { showShortcuts(this); });
    connect(actions_->about, &QAction::triggered, this, [this] { showAbout(this); });
}

void MainWindow::connectNotifications() {
    connect(actions_->log, &QAction::triggered, this,
            [this] { workspace_->isLogShown() ? navigator_.closeLog() : navigator_.showLog(); });
    connect(pages_.log, &LogPage::closeClicked, &navigator_, &Navigator::closeLog);
    connect(notifications_, &NotificationCenter::vaultPageWanted, this,
            [this] { navigator_.showPlace(Place::vault); });
    notifications_->follow(pages_.vault->work());
    for (const NotificationKind kind : notificationKinds)
        actions_->setNotifies(kind, settings_.notifies(kind));
    connect(actions_, &WindowActions::notificationChosen, this,
            [this](NotificationKind kind, bool isOn) { settings_.setNotifies(kind, isOn); });
    notifications_->setWebhook(settings_.webhook());
    connect(actions_->webhook, &QAction::triggered, this, &MainWindow::chooseWebhook);
    actions_->setLanguage(settings_.language());
    connect(actions_, &WindowActions::languageChosen, this, &MainWindow::chooseLanguage);
}

void MainWindow::connectTray() {
    connect(tray_, &TrayIcon::openRequested, this, [this] {
        setWindowState(windowState() & ~Qt::WindowMinimized);
        show();
        raise();
        activateWindow();
    });
    connect(tray_, &TrayIcon::quitRequested, this, &MainWindow::quit);
    actions_->stayInTray->setChecked(settings_.staysInTray());
    connect(actions_->stayInTray, &QAction::toggled, this, [this](bool isOn) {
        settings_.setStaysInTray(isOn);
        updateTray();
    });
    updateTray();
}

void MainWindow::openVault(const std::filesystem::path& vault, LocalVault::Mode mode) {
    navigator_.closeLog();
    door_.open(vault, mode);
}

void MainWindow::moveVault(const std::filesystem::path& to) {
    navigator_.closeLog();
    door_.move(to);
}

void MainWindow::startDemo(const std::filesystem::path& parent) {
    navigator_.closeLog();
    door_.startDemo(parent);
}

void MainWindow::chooseFolder() {
    if (session() != nullptr && !session()->library()->host().empty()) return chooseFolderThere();
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a training run"));
    if (!folder.isEmpty()) addRunFolders({toPath(folder)});
}

void MainWindow::chooseFolderThere() {
    const QString host = toQString(session()->library()->host());
    QInputDialog dialog(this);
    dialog.setWindowTitle(tr("Add folder"));
    dialog.setLabelText(tr("Folder of a training run on %1").arg(host));
    dialog.resize(folderDialogWidth, dialog.sizeHint().height());
    if (dialog.exec() != QDialog::Accepted) return;
    const QString folder = dialog.textValue().trimmed();
    if (folder.isEmpty()) return;
    if (folder.startsWith(u'/')) return addRunFolders({toPath(folder)});
    notice_->tell(WatchNotes::Kind::bad, tr("Give the whole path of the folder on %1, from / on.").arg(host));
}

void MainWindow::chooseVault() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a vault"));
    if (!folder.isEmpty()) openVault(toPath(folder), LocalVault::Mode::existing);
}

void MainWindow::chooseMachine() {
    auto* dialog = new ConnectDialog(settings_.recentMachines(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { connectToMachine(dialog->place()); });
    runner_.start(
        Lane::query, dialog, [](const JobContext&) { return ssh_host_names(ssh_home()); },
        [dialog](const std::vector<std::string>& names) {
            QStringList hosts;
            for (const std::string& name : names)
                hosts << toQString(name);
            dialog->setHosts(hosts);
        });
    dialog->open();
}

void MainWindow::connectToMachine(const QString& place) {
    // Without the window's questions, ssh works as far as it needs none.
    (void)asks_.start();
    notice_->tell(WatchNotes::Kind::info, tr("Connecting to %1…").arg(place));
    door_.openRemote(place, {.variables = asks_.environment()});
}

void MainWindow::offerInstall(const QString& place, const QString& reason) {
    const auto parsed = parse_remote_place(place.toStdString());
    if (!parsed.ok()) return;
    const QString host = toQString(parsed->host);
    std::error_code error;
    const auto bytes = std::filesystem::file_size(program_to_install(), error);
    notice_->tell(WatchNotes::Kind::info, reason);
    askToInstall(this,
                 {.host = host,
                  .folder = QStringLiteral("~/.local/lib/stepvault/" STEPVAULT_VERSION),
                  .size = formatBytes(error ? 0 : bytes),
                  .removal = QStringLiteral("stepvault --host %1 --uninstall").arg(host)},
                 [this, place](bool install) {
                     if (install) door_.installAndOpen(place, {.variables = asks_.environment()});
                 });
}

void MainWindow::chooseMove() {
    if (session() == nullptr) return;
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Where the vault's folder is moved to"));
    if (!folder.isEmpty() && session() != nullptr)
        moveVault(toPath(folder) / session()->library()->folder().filename());
}

void MainWindow::chooseWebhook() {
    auto* dialog = new WebhookDialog(settings_.webhook(), notifications_->webhook(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        settings_.setWebhook(dialog->settings());
        notifications_->setWebhook(dialog->settings());
    });
    dialog->open();
}

void MainWindow::chooseLanguage(const QString& code) {
    settings_.setLanguage(code);
    const QString text = tr("The language changes when Stepvault is started again.");
    if (isBusy()) return notice_->tell(WatchNotes::Kind::info, text);
    notice_->tell(WatchNotes::Kind::info, text, tr("Restart now"), [this, text] {
        if (!isBusy()) {
            saveLayout();
            return emit restartRequested();
        }
        notice_->tell(WatchNotes::Kind::info,
                      tr("Something is being worked on, which a restart would stop. %1").arg(text));
    });
}

void MainWindow::keepLogIn(const std::filesystem::path& folder) {
    notifications_->keepLogIn(folder);
    pages_.log->setFolder(folder);
}

void MainWindow::setNotificationSink(NotificationSink* sink) {
    notifications_->setSink(sink);
}

bool MainWindow::isSettled() const {
    const QWidget* page = workspace_->shownPage();
    const bool isShown = page == pages_.run       ? pages_.run->isSettled()
                         : page == pages_.compare ? pages_.compare->isSettled()
                         : page == pages_.vault   ? pages_.vault->isSettled()
                                                  : true;
    return !door_.isMoving() && !door_.beside().isOpening() && navigator_.isSettled() &&
           activity_->isIdle() && isShown;
}

bool MainWindow::isBusy() const {
    return activity_->hasJobs() || door_.isMoving() || door_.isTraining();
}

void MainWindow::fitToScreen() {
    const QRect available = screen()->availableGeometry();
    const QSize frame = frameGeometry().size() - size();
    setMinimumSize(leastWindow.boundedTo(available.size() - frame));
    const QRect fitted = fittedInto(geometry(), available.adjusted(0, 0, -frame.width(), -frame.height()));
    if (fitted != geometry()) setGeometry(fitted);
}

bool MainWindow::staysInTray() const {
    return actions_->stayInTray->isEnabled() && actions_->stayInTray->isChecked();
}

void MainWindow::updateTray() {
    const bool stays = staysInTray();
    tray_->setShown(stays);
    QApplication::setQuitOnLastWindowClosed(!stays);
}

void MainWindow::quit() {
    isQuitting_ = true;
    close();
    QCoreApplication::quit();
}

void MainWindow::saveLayout() {
    settings_.setLayout(QStringLiteral("window"), saveGeometry());
    workspace_->saveLayout(settings_);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveLayout();
    // At the end of the desktop's session nothing stays.
    if (staysInTray() && !isQuitting_ && !qApp->isSavingSession()) {
        hide();
        return event->ignore();
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    // Checkpoints that are dragged out of the table are no new run.
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
