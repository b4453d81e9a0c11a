// Codes what is stored of a run anew, by another scheme.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "vault/format/step_file.h"
#include "vault/records/stored_run.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct RecodeReport {
    std::uint64_t checkpoints = 0;     ///< coded anew
    std::uint64_t changed = 0;         ///< of these, what restores to something else or is coded otherwise
    std::uint64_t from_originals = 0;  ///< of these, from files that still hold what is stored of them
    std::uint64_t original_bytes = 0;  ///< of those checkpoints
    std::uint64_t stored_before = 0;
    std::uint64_t stored_after = 0;
    double largest_error_before = 0;  ///< relative, of those checkpoints
    double largest_error_after = 0;   ///< with what they had lost before
};

/// Codes every checkpoint but the base anew, or those filed from the first of step `from` on (everything
/// later builds on it), in the order they were filed; where some keep only their weights, those filed after
/// them. From the original where that still is what is stored of it, else from what
/// is stored: then the new error comes on top of the old one, and both are told together. Everything is made
/// beside the run and put in its place at once; until then, and on any error, nothing is changed.
/// ErrorCode::not_found where there is nothing to code, unsupported where the file system cannot exchange
/// folders, corrupt, cancelled, no_space (asked before each checkpoint; room for one more is left free).
Result<RecodeReport> recode_run(RunWriter& writer, const SchemeChoice& choice,
                                std::optional<std::int64_t> from, ThreadPool& pool, const JobContext& job);

/// The same, made to the byte and thrown away. The run may be written to meanwhile; where steps of it are
/// removed, this fails with ErrorCode::corrupt.
Result<RecodeReport> preview_recode(const StoredRun& run, const SchemeChoice& choice,
                                    std::optional<std::int64_t> from, ThreadPool& pool,
                                    const JobContext& job);

/// One step of it as `choice` would code it after what is stored before it: made beside the run, shown to
/// `look`, thrown away. ErrorCode::not_found where there is no such step, or it builds on none.
Status look_at_recoded(const StoredRun& run, const std::string& id, const SchemeChoice& choice,
                       ThreadPool& pool, const JobContext& job,
                       const std::function<Status(const StepFile&)>& look);

}  // namespace stepvault
