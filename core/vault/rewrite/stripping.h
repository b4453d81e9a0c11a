// Strips old steps to their weights without changing the states that the other steps restore to.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/records/stored_run.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct StripReport {
    std::set<std::string> stripped;  ///< steps that now keep only their weights
    /// Steps that were not reduced, since other steps would grow by as much as these would shrink.
    std::set<std::string> needed;
    std::uint64_t rewritten = 0;  ///< other steps that had to be written again
    std::uint64_t before = 0;     ///< stored bytes of the run
    std::uint64_t after = 0;
};

/// Drops from the steps `ids` all chunks that their weights do not need. From then on, a dropped chunk
/// decodes to the parent's state, and only chunks coded against it may use it. In steps that keep all their
/// chunks, those coded against dropped ones are coded again, exactly: these steps restore to the same bits as
/// before, and so do the weights of the reduced steps. Where this costs as much as dropping saves, nothing is
/// dropped. The new step files are made beside the run, read back, and replace the old ones all at once;
/// until then, and on any error, the run does not change. ErrorCode::not_found for an unknown id, unsupported
/// if the file system cannot exchange folders, corrupt, cancelled, no_space.
Result<StripReport> strip_to_weights(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
                                     const JobContext& job);

/// Does the same, to the byte, and discards the result. The caller must hold the run's lock; step files may
/// be added to the run meanwhile, but none removed.
Result<StripReport> preview_stripping(const StoredRun& run, const std::set<std::string>& ids,
                                      ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
