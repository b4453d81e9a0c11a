// Takes steps out of a run without touching what the others restore to (LC-Checkpoint's merging).
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
    std::uint64_t squashed = 0;  ///< steps that took up links or were coded anew, exactly
    std::uint64_t before = 0;    ///< stored bytes of the run
    std::uint64_t after = 0;
};

/// Removes the steps `ids`, into `trash` where that is not empty (RunWriter::remove_steps). A step that
/// builds on removed ones takes up their files as links, or is coded anew against what is left below them
/// where that is smaller, exactly what it restored to; either way it restores to the same bits as before.
/// Sums of deltas would not: floats don't associate. New files replace old ones before anything is removed
/// that they are made of; what goes for good and no other needs goes first. A crash leaves a run that is
/// whole, with some of `ids` still there. ErrorCode::not_found for an id that is
/// none, invalid_argument for a base that others need, corrupt.
Result<SquashReport> squash_steps(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
                                  const JobContext& job, const std::filesystem::path& trash = {});

}  // namespace stepvault
