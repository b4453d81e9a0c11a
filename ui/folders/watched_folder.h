#pragma once

#include <filesystem>
#include <vector>

#include <QString>

#include "ui/models/run_entry.h"
#include "ui/session/watch_notes.h"

namespace stepvault::ui {

/// A folder that the window watches, or one below it that cannot be read.
struct WatchedFolder {
    std::filesystem::path path;
    QString problem = {};   ///< why it cannot be read; empty if it can
    bool isWatched = true;  ///< by itself; else it lies in a watched folder
    std::size_t runs = 0;   ///< stored from it
    double lastGrowth = 0;  ///< of these runs, seconds since the epoch; 0 for none

    bool operator==(const WatchedFolder&) const = default;
};

/// The watched folders in their order, then the others that have a problem.
std::vector<WatchedFolder> watchedFolders(const std::vector<std::filesystem::path>& watched,
                                          const std::vector<WatchNotes::FolderProblem>& problems,
                                          const std::vector<RunEntry>& runs);

/// True for the folder itself, too.
bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace stepvault::ui
