// Keeps of old steps no more than their weights, without touching what the others restore to.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "vault/records/stored_run.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct StripReport {
    std::set<std::string> stripped;  ///< steps of which only the weights are kept since
    /// Those that stay as they are, since others would have to take up as much as they lose.
    std::set<std::string> needed;
    std::uint64_t rewritten = 0;  ///< others that took up what they need
    std::uint64_t before = 0;     ///< stored bytes of the run
    std::uint64_t after = 0;
};

/// Drops from the steps `ids` all chunks that their weights do not need: they decode to what the parent
/// restores to from then on, and only what is coded against them may use them. Of a step that keeps
/// them, what is coded against dropped ones is coded anew, exactly: it restores to the same bits as before,
/// and so do the weights of those that lost the rest. Where that takes as much as would go, nothing does.
/// Everything is made beside the run, read back, and put in its place at once; until then, and on any error,
/// nothing is changed. ErrorCode::not_found for an id that is none, unsupported where the file system cannot
/// exchange folders, corrupt, cancelled, no_space.
Result<StripReport> strip_to_weights(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
                                     const JobContext& job);

/// The same, made to the byte and thrown away. Whoever calls this holds the run's lock; files may be added to
/// the run meanwhile, but none removed.
Result<StripReport> preview_stripping(const StoredRun& run, const std::set<std::string>& ids,
                                      ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
