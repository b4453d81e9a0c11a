#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <stop_token>

namespace stepvault {

/// A hint that something changed in some folders, by inotify, so that the next look comes early. Never the
/// truth: it may be deaf (network file systems, limits) and then simply lets the time pass. One thread.
class ChangeHint {
 public:
    ChangeHint();
    ~ChangeHint();
    ChangeHint(const ChangeHint&) = delete;
    ChangeHint& operator=(const ChangeHint&) = delete;

    /// Also listens in `folder` (not below it). Adding it again is harmless, and needed where another folder
    /// may have come in its place, by a mount or by renaming a folder above it.
    void add(const std::filesystem::path& folder);
    /// Returns after `longest`, soon after a change, or at once when stopped. Bursts of changes count as one.
    /// The folders that something changed in.
    std::set<std::filesystem::path> wait(std::chrono::milliseconds longest, const std::stop_token& stop);

 private:
    std::set<std::filesystem::path> drain();

    int inotify_;
    int wake_;
    std::map<int, std::filesystem::path> folders_;  ///< by watch
    std::map<std::filesystem::path, int> watches_;
};

}  // namespace stepvault
