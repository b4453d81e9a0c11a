#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <QString>

#include "library/watch/background_record.h"
#include "ui/models/run_entry.h"
#include "ui/session/watch_notes.h"

namespace stepvault::ui {

/// A folder that the window or a watch in the background watches, or one below it that cannot be read.
struct WatchedFolder {
    std::filesystem::path path;
    QString problem = {};                            ///< why it cannot be read; empty if it can
    bool isWatched = true;                           ///< by itself; else it lies in a watched folder
    std::size_t runs = 0;                            ///< stored from it
    double lastGrowth = 0;                           ///< of these runs, seconds since the epoch; 0 for none
    std::optional<BackgroundWatch> background = {};  ///< the watch that goes on without the window
    bool isChanging = false;  ///< it is being handed over to such a watch, or taken back

    bool operator==(const WatchedFolder&) const = default;
};

/// The watch that has this folder; nullptr for none.
const BackgroundWatch* backgroundWatchOf(const std::filesystem::path& folder,
                                         const std::vector<BackgroundWatch>& watches);

/// The folders that the window watches, then those of the watches in the background alone.
std::vector<std::filesystem::path> allWatched(const std::vector<std::filesystem::path>& watched,
                                              const std::vector<BackgroundWatch>& background);

/// The watched folders in their order, then the others that have a problem.
std::vector<WatchedFolder> watchedFolders(const std::vector<std::filesystem::path>& watched,
                                          const std::vector<BackgroundWatch>& background,
                                          const std::vector<WatchNotes::FolderProblem>& problems,
                                          const std::vector<RunEntry>& runs);

/// True for the folder itself, too.
bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace stepvault::ui
