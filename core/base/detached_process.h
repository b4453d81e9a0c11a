#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// A process that outlives this one and its session: it has no terminal, no descriptor of this process, and
/// "/" as its folder. This object only observes it.
class DetachedProcess {
 public:
    DetachedProcess(DetachedProcess&& other) noexcept : life_(std::exchange(other.life_, -1)) {}
    DetachedProcess& operator=(DetachedProcess&&) = delete;
    ~DetachedProcess();

    /// Runs `program` with `arguments`, without its own name. Its output is appended to `log`, which it keeps
    /// locked (flock) while it runs. May be called beside other threads.
    static Result<DetachedProcess> start(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments,
                                         const std::filesystem::path& log);

    /// Waits at most so long for the end of the process; true if it has ended.
    [[nodiscard]] bool ends_within(std::chrono::milliseconds time) const;

 private:
    explicit DetachedProcess(int life) : life_(life) {}

    int life_;  ///< a pipe whose other end the process has
};

}  // namespace stepvault
