// Time of day for files and reports. Use std::chrono::steady_clock to measure durations.
#pragma once

#include <chrono>
#include <cstdint>

namespace stepvault {

/// Seconds since 1970, UTC.
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
