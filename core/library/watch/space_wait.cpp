#include "library/watch/space_wait.h"

#include <algorithm>

#include "base/file.h"

namespace stepvault {

namespace {

constexpr auto retry_in_any_case = std::chrono::seconds(30);
/// Space that must have been freed before another try: few checkpoints are stored in less.
constexpr std::uint64_t least_freed = 64 * 1024;
constexpr std::uint64_t least_share = 64;  // of the checkpoint's bytes

/// Bytes; 0 if unknown.
std::uint64_t free_in(const std::filesystem::path& folder) {
    const auto free = free_space(folder);
    return free ? *free : 0;
}

}  // namespace

void SpaceWait::begin(const std::filesystem::path& folder, const Error& error, std::uint64_t bytes,
                      Time now) {
    if (error_) return;
    error_ = error;
    needed_ = free_in(folder) + std::max(least_freed, bytes / least_share);
    retry_ = now + retry_in_any_case;
}

void SpaceWait::look(const std::filesystem::path& folder, Time now) {
    if (error_ && (now >= retry_ || free_in(folder) >= needed_)) error_.reset();
}

}  // namespace stepvault
