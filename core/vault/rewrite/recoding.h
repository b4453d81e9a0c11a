// Codes a run's stored checkpoints again, by another scheme.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/thread_pool.h"
#include "vault/format/step_file.h"
#include "vault/records/stored_run.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct RecodeReport {
    std::uint64_t checkpoints = 0;     ///< checkpoints that were coded again
    std::uint64_t changed = 0;         ///< those that restore to another state or are coded differently
    std::uint64_t from_originals = 0;  ///< those coded from original files that still match the stored state
    std::uint64_t original_bytes = 0;  ///< size of the originals of all these checkpoints
    std::uint64_t stored_before = 0;
    std::uint64_t stored_after = 0;
    double largest_error_before = 0;  ///< largest relative error of these checkpoints before
    double largest_error_after = 0;   ///< the same afterwards, including the error that they had before
};

/// Codes all checkpoints again, in the order in which they were stored; the base only where it stops being
/// exact (base_coding.h), or where its original is there to make it exact again. With `from`, begins
/// with the first checkpoint of step `from` or later, since everything later builds on it. If some
/// checkpoints keep only their weights, begins after the last of them. Each checkpoint is coded from its
/// original if that still matches the stored state, or else from the stored state; then the new error adds to
/// the old one, and the reported error covers both. But such a step stays as it is if it already has this
/// coding and its parent did not change; steps of `lc`, and steps with exceptions, are always coded again.
/// The new step files are made beside the run and replace the old ones all at once; until then, and on any
/// error, the run does not change. ErrorCode::not_found if there is nothing to code, unsupported if the file
/// system cannot exchange folders, corrupt, cancelled, no_space (checked before each checkpoint; room for one
/// more is left free).
Result<RecodeReport> recode_run(RunWriter& writer, const SchemeChoice& choice,
                                std::optional<std::int64_t> from, ThreadPool& pool, const JobContext& job);

/// Does the same, to the byte, and discards the result. The run may be written to meanwhile; if steps are
/// removed from it, this fails with ErrorCode::corrupt.
Result<RecodeReport> preview_recode(const StoredRun& run, const SchemeChoice& choice,
                                    std::optional<std::int64_t> from, ThreadPool& pool,
                                    const JobContext& job);

/// Codes one step of the run by `choice` against the stored steps before it, passes the new step file to
/// `look` and discards it. The file is made beside the run. ErrorCode::not_found if the run has no such step
/// or the step has no parent.
Status look_at_recoded(const StoredRun& run, const std::string& id, const SchemeChoice& choice,
                       ThreadPool& pool, const JobContext& job,
                       const std::function<Status(const StepFile&)>& look);

}  // namespace stepvault
