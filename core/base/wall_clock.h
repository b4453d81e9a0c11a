// The time of day as files and reports tell it. What measures durations takes std::chrono::steady_clock
// instead.
#pragma once

#include <chrono>
#include <cstdint>

namespace stepvault {

/// Since 1970, UTC.
inline double unix_seconds() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Nanoseconds since 1970, UTC.
inline std::int64_t unix_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace stepvault
