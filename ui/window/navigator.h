#pragma once

#include <cstdint>
#include <optional>

#include <QObject>
#include <QString>

#include "ui/help/guide_topic.h"
#include "ui/session/run_snapshot.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_pages.h"

namespace stepvault::ui {

class AppSettings;
class VaultDoor;
class WindowActions;
class Workspace;

/// Decides which run, runs or place the window shows, and gives each page what it shows. GUI thread.
class Navigator : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    Navigator(const WindowPages& pages, Workspace& workspace, VaultDoor& door, AppSettings& settings,
              const WindowActions& actions, QObject* parent = nullptr);

    void takeSnapshot(const VaultSnapshot& snapshot);
    /// Shows the run or page that the settings remember for the opened vault.
    void showVault();
    /// Empties every page.
    void leaveVault();

    void showRun(const QString& id);
    /// Place::runs shows the run that was chosen last.
    void showPlace(Place place);
    /// "run", "inside" for the checkpoint that is selected, "metrics", "bits", "interval", "cluster",
    /// "vault", "folders", "runs" for their table, "log", or "compare" for all runs; ignores other names.
    void showPage(const QString& page);
    void compareRuns(const QStringList& ids);
    /// Opens the restore sheet with the run's checkpoint that is nearest to `step`, once the run is read.
    void restoreNear(const QString& run, std::int64_t step);
    void showLog();
    void closeLog();
    /// Remembers whether the user wants the page for clusters.
    void setShowsCluster(bool isOn);

    [[nodiscard]] bool isComparing() const;
    /// A single run is shown, so a checkpoint of it can be chosen.
    [[nodiscard]] bool isRunShown() const;
    /// The snapshot that was asked for has been shown.
    [[nodiscard]] bool isSettled() const { return !isWaiting_; }
    /// The guide's section on the shown page; none for the start page.
    [[nodiscard]] std::optional<GuideTopic> topic() const;

 signals:
    void titleChanged(const QString& title);
    /// The checkpoints that can be chosen may be others.
    void chosenChanged();
    /// Another run, or newer data of it, is shown.
    void runRead();

 private:
    struct WantedRestore {
        QString run;  ///< id
        std::int64_t step = 0;
    };

    void connectPages();
    void connectLayouts();
    void takeRun(const RunSnapshot& run);
    void selectRun(const QString& id);
    void showCompared();
    void openWantedRestore();
    void updateClusterTab();
    void setTitle(const QString& title);

    WindowPages pages_;
    Workspace& workspace_;
    VaultDoor& door_;
    AppSettings& settings_;
    const WindowActions& actions_;
    bool isWaiting_ = false;
    std::optional<WantedRestore> restoreWanted_;
    bool isCompareWanted_ = false;  ///< of all runs, as soon as they are read
    bool isInsideWanted_ = false;   ///< of the first checkpoint that is read
    const bool hasMpi_;
    bool asksForCluster_ = false;  ///< by showPage(), until the menu decides
};

}  // namespace stepvault::ui
