// Runs code that hostile input may crash, hang or take over (parsers of other libraries) in a separate
// process.
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

/// Forks, calls `work` in the child, and returns the bytes that `work` returned there. The child has a copy
/// of this process's memory and one thread; of this process's descriptors it keeps only that of `file`. The
/// child cannot open or enlarge files, nor start threads or processes; it ends with this thread, and leaves
/// no core dump.
///
/// `work` must not wait for a lock that another thread may have held at the fork (malloc is safe), nor use
/// stdio. Thread-safe.
///
/// Errors, with a message like "it crashed": corrupt where the child died, threw, or stopped early; limit
/// where the child took too long or returned too much; io where no child can be started.
Result<Bytes> call_isolated(const File& file, const std::function<Bytes()>& work,
                            const IsolationLimits& limits = {});

}  // namespace stepvault
