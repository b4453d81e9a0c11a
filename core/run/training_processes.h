// Tells whether the process of a training still runs.
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

namespace stepvault {

/// Thread-safe. Looks at the processes of this machine at most once in `refresh`.
class TrainingProcesses {
 public:
    using Clock = std::chrono::steady_clock;
    explicit TrainingProcesses(Clock::duration refresh = std::chrono::seconds(10)) : refresh_(refresh) {}

    /// True if another process of this machine has a file below `folder` open for writing, such as a metrics
    /// file. Processes of other users and machines are not seen.
    bool write_below(const std::filesystem::path& folder);

 private:
    const Clock::duration refresh_;
    std::mutex mutex_;
    std::optional<Clock::time_point> looked_;
    std::vector<std::filesystem::path> written_;  ///< paths of files, sorted
};

}  // namespace stepvault
