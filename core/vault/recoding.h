// Codes what is stored of a run anew, by another scheme.
#pragma once

#include <optional>

#include "vault/run_writer.h"

namespace stepvault {

struct RecodeReport {
    std::uint64_t checkpoints = 0;     ///< coded anew
    std::uint64_t from_originals = 0;  ///< of these, from files that are still there as they were filed
    std::uint64_t original_bytes = 0;  ///< of those checkpoints
    std::uint64_t stored_before = 0;
    std::uint64_t stored_after = 0;
};

/// Codes every checkpoint but the base anew, or those filed from the first of step `from` on (everything
/// later builds on it), in the order they were filed. From the original where it is unchanged, else from what
/// is stored: then the new error comes on top of the old one, and both are told together. Everything is made
/// beside the run and put in its place at once; until then, and on any error, nothing is changed. `dry_run`:
/// makes it all, to the byte, and throws it away. ErrorCode::not_found where there is nothing to code,
/// unsupported where the file system cannot exchange folders, corrupt, no_space, cancelled.
Result<RecodeReport> recode_run(RunWriter& writer, const SchemeChoice& choice,
                                std::optional<std::int64_t> from, bool dry_run, ThreadPool& pool,
                                const JobContext& job);

}  // namespace stepvault
