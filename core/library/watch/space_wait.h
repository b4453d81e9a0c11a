#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/error.h"

namespace stepvault {

/// Decides when writing to a full disk is worth another try. Not thread-safe.
class SpaceWait {
 public:
    using Time = std::chrono::sys_time<std::chrono::nanoseconds>;

    /// Writing `bytes` to `folder` failed with `error`, ErrorCode::no_space. Does nothing while it waits.
    void begin(const std::filesystem::path& folder, const Error& error, std::uint64_t bytes, Time now);
    /// Ends the wait if enough space was freed, or after 30 s: quotas do not show in the free space.
    void look(const std::filesystem::path& folder, Time now);
    /// The error of the failed write, while it waits.
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
    std::optional<Error> error_;
    std::uint64_t needed_ = 0;  ///< free bytes
    Time retry_{};
};

}  // namespace stepvault
