// Removes steps from a run without changing the states that the other steps restore to (LC-Checkpoint's
// merging).
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct SquashReport {
    std::uint64_t removed = 0;
    std::uint64_t squashed = 0;  ///< steps that got links or were coded again, exactly
    std::uint64_t before = 0;    ///< stored bytes of the run
    std::uint64_t after = 0;
};

/// Removes the steps `ids`, into `trash` unless that is empty (RunWriter::remove_steps()). A step that builds
/// on removed steps is squashed with them: it takes up their files as links, or is coded again, exactly,
/// against the step below them if that is smaller. Either way it restores to the same bits as before; sums of
/// deltas would not, since floating-point addition is not associative. New files replace old ones before the
/// removed steps that they contain are removed; removed steps that no other step needs go first if they are
/// deleted for good. A crash leaves a sound run that may still have some of `ids`. ErrorCode::not_found for
/// an unknown id, invalid_argument for a base that other steps need, corrupt.
Result<SquashReport> squash_steps(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
                                  const JobContext& job, const std::filesystem::path& trash = {});

}  // namespace stepvault
