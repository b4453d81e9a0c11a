#include "ui/folders/watched_folder.h"

#include <algorithm>

namespace stepvault::ui {

bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

const BackgroundWatch* backgroundWatchOf(const std::filesystem::path& folder,
                                         const std::vector<BackgroundWatch>& watches) {
    const auto at = std::ranges::find_if(watches, [&](const BackgroundWatch& watch) {
        return std::ranges::find(watch.folders, folder) != watch.folders.end();
    });
    return at == watches.end() ? nullptr : &*at;
}

std::vector<std::filesystem::path> allWatched(const std::vector<std::filesystem::path>& watched,
                                              const std::vector<BackgroundWatch>& background) {
    std::vector<std::filesystem::path> all = watched;
    for (const BackgroundWatch& watch : background) {
        for (const std::filesystem::path& folder : watch.folders) {
            if (std::ranges::find(all, folder) == all.end()) all.push_back(folder);
        }
    }
    return all;
}

std::vector<WatchedFolder> watchedFolders(const std::vector<std::filesystem::path>& watched,
                                          const std::vector<BackgroundWatch>& background,
                                          const std::vector<WatchNotes::FolderProblem>& problems,
                                          const std::vector<RunEntry>& runs) {
    std::vector<WatchedFolder> folders;
    for (const std::filesystem::path& path : allWatched(watched, background)) {
        WatchedFolder folder{.path = path};
        if (const BackgroundWatch* watch = backgroundWatchOf(path, background)) folder.background = *watch;
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
