// Freeing originals: checkpoints in a run's own folder that the vault has. A plan first, then that plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "retention/retention.h"
#include "vault/run_writer.h"

namespace stepvault {

/// Why an original is freed or stays.
enum class OriginalFate {
    freed,
    kept,       ///< a rule keeps it
    gone,       ///< it is not there, or is not what was filed any more
    newest,     ///< of the newest, and not stored exactly
    lossy,      ///< stored with a larger error than was allowed
    not_alone,  ///< reached by a link, of other names too, open for writing, or another run's
};

/// What becomes of the original of one checkpoint.
struct OriginalDecision {
    RetentionDecision rule;  ///< stored_bytes: of the original
    OriginalFate fate = OriginalFate::kept;
    double relative_error = 0;
    std::string why = {};  ///< of not_alone
};

/// What plan_freeing() decided, of all stored checkpoints of a run.
struct FreePlan {
    std::string run_id;
    std::string run;     ///< name
    std::string folder;  ///< the run's own
    RetentionRules rules;
    std::vector<OriginalDecision> decisions = {};  ///< the oldest checkpoint first
    std::uint64_t freed = 0;                       ///< checkpoints
    std::uint64_t freed_bytes = 0;
};

/// What execute_freeing() did.
struct FreeReport {
    std::uint64_t freed = 0;  ///< checkpoints
    std::uint64_t bytes = 0;
    std::vector<std::string> left = {};     ///< why others stay where they are
    std::vector<std::string> damaged = {};  ///< what is stored of these does not hold; their originals stay
    std::string trash_entry = {};           ///< empty where nothing was freed
};

/// What `rules` keep stays, and so does what is pinned. Of the rest, what is stored with a relative error of
/// at most `most_error` goes; of what was saved last, and of the last step, only what is stored exactly.
/// Takes no lock and changes nothing. `run_folders`: those of all runs of the vault; what lies in a folder
/// below the run's own that is another run's is not its own. ErrorCode::invalid_argument without rules, and
/// for runs that were filed by hand from another run's folder.
Result<FreePlan> plan_freeing(const std::filesystem::path& run_folder, const RetentionRules& rules,
                              double most_error, const std::vector<std::string>& run_folders);

/// Does what `plan` says: each original is held against what is stored of it, byte by byte or by the error
/// that is told, and then moved into `trash`. One that is no longer as it was planned stays. After an error
/// or a cancellation, what was moved stays in the trash, and nothing else was touched.
Result<FreeReport> execute_freeing(const RunWriter& writer, const FreePlan& plan, ThreadPool& pool,
                                   const JobContext& job, const std::filesystem::path& trash);

}  // namespace stepvault
