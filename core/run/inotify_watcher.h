#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <stop_token>

namespace stepvault {

/// Reports by inotify that something changed in some folders, so that the next scan can start early. Only a
/// hint: where inotify misses changes (network file systems, limits), wait() just lets the time pass. One
/// thread.
class InotifyWatcher {
 public:
    InotifyWatcher();
    ~InotifyWatcher();
    InotifyWatcher(const InotifyWatcher&) = delete;
    InotifyWatcher& operator=(const InotifyWatcher&) = delete;

    /// Also watches `folder`, but not the folders below it. Adding a folder again is harmless, and necessary
    /// where another folder may have taken its place, by a mount or by renaming a parent folder.
    void add(const std::filesystem::path& folder);
    /// Returns after `longest`, soon after a change, or at once when stopped. A burst of changes counts as
    /// one. Returns the folders that changed.
    std::set<std::filesystem::path> wait(std::chrono::milliseconds longest, const std::stop_token& stop);

 private:
    std::set<std::filesystem::path> drain();

    int inotify_;
    int wake_;
    std::map<int, std::filesystem::path> folders_;  ///< by watch descriptor
    std::map<std::filesystem::path, int> watches_;
};

}  // namespace stepvault
