// Runs code that may crash, hang or be taken over by what it is given (parsers of foreign libraries) in a
// process of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "base/bytes.h"
#include "base/file.h"
#include "base/result.h"

namespace stepvault {

struct IsolationLimits {
    std::chrono::milliseconds time{20'000};
    std::uint64_t memory = std::uint64_t{1} << 30;   ///< bytes, on top of what this process has
    std::uint64_t output = std::uint64_t{64} << 20;  ///< bytes
};

/// Forks, lets the child call `work`, and returns the bytes that this returned there. The child has this
/// process's memory as it was and one thread; of this process's descriptors it has only that of `file`. It
/// cannot open or enlarge files, nor start threads or processes; it ends with this thread, and leaves no core
/// dump.
///
/// `work` must not wait for what another thread may have locked before the fork (malloc is safe), nor use
/// stdio. Thread-safe.
///
/// Errors, with a message like "it crashed": corrupt where the child died, threw, or broke off; limit where
/// it took too long or returned too much; io where there can be no child.
Result<Bytes> call_isolated(const File& file, const std::function<Bytes()>& work,
                            const IsolationLimits& limits = {});

}  // namespace stepvault
