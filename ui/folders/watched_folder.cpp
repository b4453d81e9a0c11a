#include "ui/folders/watched_folder.h"

#include <algorithm>

namespace stepvault::ui {

bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

std::vector<WatchedFolder> watchedFolders(const std::vector<std::filesystem::path>& watched,
                                          const std::vector<WatchNotes::FolderProblem>& problems,
                                          const std::vector<RunEntry>& runs) {
    std::vector<WatchedFolder> folders;
    for (const std::filesystem::path& path : watched) {
        WatchedFolder folder{.path = path};
        for (const RunEntry& run : runs) {
            if (!isBelow(run.info.row.folder, path)) continue;
            ++folder.runs;
            folder.lastGrowth = std::max(folder.lastGrowth, run.info.activity.last_growth.value_or(0));
        }
        folders.push_back(std::move(folder));
    }
    for (const WatchNotes::FolderProblem& problem : problems) {
        const auto known = std::ranges::find(folders, problem.folder, &WatchedFolder::path);
        if (known != folders.end()) {
            known->problem = problem.reason;
        } else {
            folders.push_back(
                {.path = problem.folder, .problem = problem.reason, .isWatched = problem.isWatched});
        }
    }
    return folders;
}

}  // namespace stepvault::ui
