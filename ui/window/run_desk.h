#pragma once

#include <filesystem>
#include <vector>

#include <QObject>

#include "library/watch/background_record.h"
#include "ui/session/app_settings.h"
#include "ui/session/run_snapshot.h"
#include "ui/session/watch_notes.h"
#include "ui/vault/disk_forecast.h"
#include "vault/records/run_labels.h"

namespace stepvault::ui {

class FoldersPage;
class LineEditor;
class NoteEditor;
class RunsPage;
class RunsPanel;
class Theme;

/// The table of runs, the page of watched folders, and the menu of runs in list and table.
class RunDesk : public QObject {
    Q_OBJECT

 public:
    /// `settings` and `panel` outlive the object; `window` owns the pages and menus.
    RunDesk(const Theme& theme, AppSettings& settings, RunsPanel& panel, QWidget* window);

    [[nodiscard]] RunsPage& table() { return *table_; }
    [[nodiscard]] FoldersPage& folders() { return *folders_; }

    void setRuns(const std::vector<RunEntry>& runs);
    /// `changing`: see BackgroundWatching.
    void setWatched(std::vector<std::filesystem::path> watched, std::vector<BackgroundWatch> background,
                    std::filesystem::path changing, const WatchNotes& notes);
    /// Takes the space on the vault's disk; `time` in seconds since the epoch.
    void setDisk(const std::optional<DiskSpace>& disk, double time);
    void clearDisk();
    void setFilter(const QString& text);

 signals:
    /// See SpaceCard::setForecast().
    void forecastChanged(const QString& text, bool isNear);
    void openChosen(const QString& id);
    void compareChosen(const QStringList& ids);
    void removeChosen(const QString& id);
    void addFolderChosen();
    void retryChosen();
    void stopWatchingChosen(const std::filesystem::path& folder);
    /// See FoldersPage.
    void keepChosen(const std::filesystem::path& folder, bool isKept);
    void renamed(const QString& id, const QString& name);
    void labelsChosen(const QStringList& ids, const stepvault::LabelChange& change);
    void told(stepvault::ui::WatchNotes::Kind kind, const QString& text);

 private:
    void showMenu(const QStringList& ids, const QPoint& globalPosition);
    /// Each opens a popup at `globalPosition`.
    void openName(const QString& id, const QPoint& globalPosition);
    void openNote(const QString& id, const QPoint& globalPosition);
    void openTag(const QStringList& ids, const QPoint& globalPosition);
    void showFolder(const std::filesystem::path& folder);
    void updateFolders();
    void updateSpace();
    /// The watched folder that holds the run's; empty for none.
    [[nodiscard]] std::filesystem::path watchedFolderOf(const RunEntry& run) const;

    AppSettings& settings_;
    RunsPanel& panel_;
    QWidget* window_;
    RunsPage* table_;
    FoldersPage* folders_;
    LineEditor* name_;
    LineEditor* tag_;
    NoteEditor* note_;
    QStringList edited_;                          ///< ids of the runs that an open popup is about
    std::vector<std::filesystem::path> watched_;  ///< by the window
    std::vector<BackgroundWatch> background_;
    std::filesystem::path changing_;
    std::vector<WatchNotes::FolderProblem> problems_;
    WatchNotes::Waiting waiting_;
    DiskForecast disk_;
};

}  // namespace stepvault::ui
