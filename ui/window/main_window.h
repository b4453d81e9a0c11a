#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <QMainWindow>
#include <QPointer>

#include "library/catalog/backends.h"
#include "library/services/local_vault.h"
#include "ui/charts/chart_exporter.h"
#include "ui/help/guide_topic.h"
#include "ui/jobs/job_runner.h"
#include "ui/models/notification.h"
#include "ui/restore/drag_out.h"
#include "ui/restore/restore_controller.h"
#include "ui/session/app_settings.h"
#include "ui/session/label_writer.h"
#include "ui/session/vault_session.h"
#include "ui/session/watch_notes.h"
#include "ui/window/plain_labels.h"
#include "ui/window/runs_panel.h"

class QSplitter;
class QStackedWidget;

namespace stepvault::ui {

class ActivityStrip;
class BitsPage;
class MetricsPage;
class ClusterPage;
class ComparePage;
class EmptyState;
class InsidePage;
class IntervalPage;
class LogPage;
class NotificationCenter;
class NoticeBar;
class PlotView;
class RunDesk;
class RunPage;
class StartPage;
class TopBar;
class TrayIcon;
class VaultPage;
class WindowActions;

/// The one window. Holds one open vault at most; wires its session to the pages.
class MainWindow : public QMainWindow {
    Q_OBJECT

 public:
    /// `theme` and `settings` outlive the window.
    MainWindow(Theme& theme, AppSettings& settings, Backends backends, QWidget* parent = nullptr);
    /// Stops all work and waits for it.
    ~MainWindow() override;

    void openVault(const std::filesystem::path& vault, LocalVault::Mode mode);
    /// The open one, which is closed meanwhile and opened where it is in the end. `to`: not there yet.
    void moveVault(const std::filesystem::path& to);
    /// Into the open vault, else into the default one.
    void addRunFolders(const std::vector<std::filesystem::path>& folders);
    /// A new folder below `parent` gets a vault and a training run of a minute.
    void startDemo(const std::filesystem::path& parent);
    /// Where the vault lies if the user chose none, and where demos are put.
    static std::filesystem::path defaultVault();
    static std::filesystem::path demoFolder();

    /// Until a run is chosen. Place::runs: the run that was chosen before.
    void showPlace(Place place);
    /// What happened since the window was opened, until it is closed again.
    void showLog();
    void closeLog();
    /// "run", "inside" for the checkpoint that is selected, "metrics", "bits", "interval", "cluster",
    /// "vault", "folders", "runs" for their table, "log", or "compare" for all runs; nothing for other names.
    void showPage(const QString& page);

    /// Makes it as small as the screen, and moves it onto it.
    void fitToScreen();
    /// The log is kept there, too; without this it goes with the window.
    void keepLogIn(const std::filesystem::path& folder);
    /// What tells the desktop; outlives the window. Without one the desktop is told nothing.
    void setNotificationSink(NotificationSink* sink);

    /// All that was asked for is shown and nothing is being worked on.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] RunsPanel& runsPanel() { return *runs_; }
    [[nodiscard]] RunDesk& runDesk() { return *desk_; }
    [[nodiscard]] RunPage& runPage() { return *run_; }
    [[nodiscard]] ComparePage& comparePage() { return *compare_; }
    [[nodiscard]] MetricsPage& metricsPage() { return *metrics_; }
    [[nodiscard]] BitsPage& bitsPage() { return *bits_; }
    [[nodiscard]] ClusterPage& clusterPage() { return *cluster_; }
    [[nodiscard]] InsidePage& insidePage() { return *inside_; }
    [[nodiscard]] IntervalPage& intervalPage() { return *interval_; }
    [[nodiscard]] VaultPage& vaultPage() { return *vault_; }
    [[nodiscard]] LogPage& logPage() { return *log_; }
    [[nodiscard]] TrayIcon& tray() { return *tray_; }
    [[nodiscard]] NoticeBar& notice() { return *notice_; }
    [[nodiscard]] ActivityStrip& activity() { return *activity_; }
    [[nodiscard]] WindowActions& actions() { return *actions_; }
    [[nodiscard]] DragOut& dragOut() { return dragOut_; }
    [[nodiscard]] VaultSession* session() { return session_.get(); }

 signals:
    void vaultOpened();
    /// The window is to be made anew, in the language of the settings.
    void restartRequested();

 protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

 private:
    QWidget* makeWorkspace();
    void connectActions();
    void connectJobs();
    void connectSession();
    void connectVaultPage();
    void connectNotifications();
    void connectDragging();
    void connectBitsPage();
    void connectPanels();
    void connectRunDesk();
    void connectLabels();
    void takeVault(const std::filesystem::path& vault, Result<std::unique_ptr<LocalVault>> library);
    /// What works on it is stopped, and no page shows it any more.
    void closeVault();
    void endWatching();
    /// Says so, while one is being moved.
    bool tellsOfMove();
    void vaultMoved(const std::filesystem::path& from, const std::filesystem::path& to, const Status& moved);
    void tellOpenFailure(const std::filesystem::path& vault, const Error& error);
    void takeSnapshot(const VaultSnapshot& snapshot);
    void showRun(const QString& id);
    /// Opens the restore sheet with the run's checkpoint that is nearest to `step`, once the run is read.
    void restoreNear(const QString& run, std::int64_t step);
    void openWantedRestore();
    /// Reads it; what is shown stays.
    void selectRun(const QString& id);
    /// The runs that were chosen together, if any.
    void compareRuns();
    [[nodiscard]] bool isComparing() const;
    void showVault();
    [[nodiscard]] bool isLogShown() const;
    /// Something is at work that does not go on by itself at the next start.
    [[nodiscard]] bool isBusy() const;
    void chooseLanguage(const QString& code);
    void updateTray();
    [[nodiscard]] bool staysInTray() const;
    void comeForward();
    void quit();
    void saveLayout();
    /// There where the run, this machine or the user gives a reason for it.
    void updateClusterTab();
    /// Can be undone where it archives runs.
    void changeLabels(const QStringList& runs, const LabelChange& change);
    void updateNote();
    void updateFolders();
    void stopWatching(const std::filesystem::path& folder);
    /// What can be done with the checkpoint that is chosen.
    void updateChosen();
    void pinChosen(bool pinned);
    void restoreEnded();
    [[nodiscard]] QString describeRestore() const;
    /// The one with the focus, else the first that is seen; nullptr where there is none.
    [[nodiscard]] PlotView* shownChart() const;
    void exportChart();
    void chooseFolder();
    void chooseVault();
    void chooseMove();
    void setThemeMode(ThemeMode mode);
    /// At the section on the page that is shown.
    void showGuide();
    [[nodiscard]] std::optional<GuideTopic> shownTopic() const;
    void showShortcuts();
    void chooseWebhook();
    void showAbout();
    void restoreLayout();

    Theme& theme_;
    AppSettings& settings_;
    Backends backends_;
    JobRunner runner_;
    LabelWriter labels_{runner_};
    RestoreController restore_;
    DragOut dragOut_;
    ChartExporter charts_;
    PlainLabels plainLabels_;
    WatchNotes notes_;
    std::unique_ptr<VaultSession> session_;
    JobId openJob_ = 0;
    JobId moveJob_ = 0;
    JobId demoJob_ = 0;
    bool rememberVault_ = true;
    bool snapshotPending_ = false;
    std::vector<std::filesystem::path> pendingFolders_;
    QWidget* beforeLog_ = nullptr;
    QPointer<QWidget> focusBeforeLog_;
    bool isQuitting_ = false;
    struct WantedRestore {
        QString run;  ///< id
        std::int64_t step = 0;
    };
    std::optional<WantedRestore> restoreWanted_;
    bool isCompareWanted_ = false;  ///< of all runs, as soon as they are there
    bool isInsideWanted_ = false;   ///< of the first checkpoint that is there

    WindowActions* actions_;
    TopBar* bar_;
    NoticeBar* notice_;
    NotificationCenter* notifications_;
    TrayIcon* tray_;
    QStackedWidget* pages_;
    StartPage* start_;
    QSplitter* sides_ = nullptr;
    QStackedWidget* content_ = nullptr;
    RunsPanel* runs_;
    RunDesk* desk_;
    RunPage* run_;
    MetricsPage* metrics_;
    BitsPage* bits_;
    ClusterPage* cluster_;
    const bool hasMpi_;
    bool asksForCluster_ = false;  ///< by a command, for this time
    ComparePage* compare_;
    InsidePage* inside_;
    IntervalPage* interval_;
    VaultPage* vault_;
    LogPage* log_;
    EmptyState* empty_;
    ActivityStrip* activity_;
};

}  // namespace stepvault::ui
