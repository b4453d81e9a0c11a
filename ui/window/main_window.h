#pragma once

#include <filesystem>
#include <vector>

#include <QMainWindow>

#include "library/catalog/backends.h"
#include "library/services/local_vault.h"
#include "ui/connect/ask_presenter.h"
#include "ui/connect/ask_server.h"
#include "ui/jobs/job_runner.h"
#include "ui/models/notification.h"
#include "ui/restore/restore_controller.h"
#include "ui/session/app_settings.h"
#include "ui/session/vault_session.h"
#include "ui/window/background_watching.h"
#include "ui/window/checkpoint_commands.h"
#include "ui/window/link_reporter.h"
#include "ui/window/navigator.h"
#include "ui/window/plain_labels.h"
#include "ui/window/vault_door.h"
#include "ui/window/watch_reporter.h"
#include "ui/window/window_pages.h"
#include "ui/window/workspace.h"

namespace stepvault::ui {

class ActivityStrip;
class NotificationCenter;
class NoticeBar;
class TopBar;
class TrayIcon;
class WindowActions;

/// The one window: creates its parts, wires them to each other, and shows one open vault at most.
class MainWindow : public QMainWindow {
    Q_OBJECT

 public:
    /// `theme` and `settings` outlive the window.
    MainWindow(Theme& theme, AppSettings& settings, Backends backends, QWidget* parent = nullptr);
    /// Cancels all work and waits for it.
    ~MainWindow() override;

    /// See VaultDoor; each closes the log.
    void openVault(const std::filesystem::path& vault, LocalVault::Mode mode);
    void moveVault(const std::filesystem::path& to);
    void addRunFolders(const std::vector<std::filesystem::path>& folders) { door_.addFolders(folders); }
    void startDemo(const std::filesystem::path& parent);
    /// Opens a vault on another machine. `place`: as parse_remote_place() takes it.
    void connectToMachine(const QString& place);
    /// See Navigator::showPage().
    void showPage(const QString& page) { navigator_.showPage(page); }

    /// Shrinks the window to the screen and moves it onto the screen.
    void fitToScreen();
    /// Also keeps the log in files of this folder; otherwise the log ends with the window.
    void keepLogIn(const std::filesystem::path& folder);
    /// Shows desktop notifications; outlives the window. With nullptr the desktop shows none.
    void setNotificationSink(NotificationSink* sink);

    /// Everything that was asked for is shown, and no job runs.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] RunsPanel& runsPanel() { return *pages_.runs; }
    [[nodiscard]] RunDesk& runDesk() { return *pages_.desk; }
    [[nodiscard]] RunPage& runPage() { return *pages_.run; }
    [[nodiscard]] ComparePage& comparePage() { return *pages_.compare; }
    [[nodiscard]] MetricsPage& metricsPage() { return *pages_.metrics; }
    [[nodiscard]] BitsPage& bitsPage() { return *pages_.bits; }
    [[nodiscard]] ClusterPage& clusterPage() { return *pages_.cluster; }
    [[nodiscard]] InsidePage& insidePage() { return *pages_.inside; }
    [[nodiscard]] IntervalPage& intervalPage() { return *pages_.interval; }
    [[nodiscard]] VaultPage& vaultPage() { return *pages_.vault; }
    [[nodiscard]] LogPage& logPage() { return *pages_.log; }
    [[nodiscard]] TrayIcon& tray() { return *tray_; }
    /// Asks the user what ssh asks.
    [[nodiscard]] AskServer& askServer() { return asks_; }
    [[nodiscard]] NoticeBar& notice() { return *notice_; }
    [[nodiscard]] ActivityStrip& activity() { return *activity_; }
    [[nodiscard]] WindowActions& actions() { return *actions_; }
    [[nodiscard]] DragOut& dragOut() { return checkpoints_.dragOut(); }
    [[nodiscard]] VaultSession* session() { return door_.session(); }

 signals:
    /// The window must be created again in the language of the settings.
    void restartRequested();

 protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

 private:
    void layOut();
    void connectVault();
    void connectPages();
    void connectActions();
    void connectHelp();
    void connectNotifications();
    void connectTray();
    void followSession();
    void chooseFolder();
    /// Asks for a folder of the machine that has the open vault.
    void chooseFolderThere();
    void chooseVault();
    void chooseMachine();
    /// Asks whether to copy Stepvault to a machine that lacks it. `reason`: a sentence.
    void offerInstall(const QString& place, const QString& reason);
    void chooseMove();
    /// The recent vaults and machines, wherever they are listed.
    void showRecent();
    void chooseWebhook();
    void chooseLanguage(const QString& code);
    /// A job runs that does not go on by itself after the next start.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool staysInTray() const;
    void updateTray();
    void quit();
    void saveLayout();

    Theme& theme_;
    AppSettings& settings_;
    JobRunner runner_;
    RestoreController restore_;
    AskServer asks_;
    AskPresenter askPresenter_;
    PlainLabels plainLabels_;
    WindowActions* actions_;
    TopBar* bar_;
    NoticeBar* notice_;
    NotificationCenter* notifications_;
    TrayIcon* tray_;
    ActivityStrip* activity_;
    WindowPages pages_;
    VaultDoor door_;
    Workspace* workspace_;
    Navigator navigator_;
    CheckpointCommands checkpoints_;
    BackgroundWatching background_;
    WatchReporter watching_;
    LinkReporter links_;
    bool isQuitting_ = false;
};

}  // namespace stepvault::ui
