// Freeing originals: checkpoints in a run's own folder that the vault has. A plan first, then that plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "retention/retention.h"
#include "vault/records/vault.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// Why an original is freed or stays.
enum class OriginalFate {
    freed,
    kept,          ///< a rule keeps it
    gone,          ///< it is not there, or is not what was filed any more
    newest,        ///< of the newest, and not stored exactly
    lossy,         ///< stored with a larger error than was allowed
    weights_only,  ///< only the weights are stored
    not_alone,  ///< reached by a link, of other names too, open for writing, or another checkpoint's as well
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
    double most_error = 0;
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
    std::optional<Error> ended = {};        ///< why the rest was not even looked at
};

/// A run's folder as the file system names it, and what is stored of it there: the files and folders of its
/// checkpoints.
struct OwnedFolder {
    std::string run_id;
    std::filesystem::path folder;
    std::set<std::filesystem::path> checkpoints;
};
Result<std::vector<OwnedFolder>> owned_folders(const Vault& vault);

/// What `rules` keep stays, and so does what is pinned. Of the rest, what is stored exactly goes, and what is
/// stored with a relative error of at most `most_error`: of the model, or of the tensor that is furthest off
/// where the checkpoint holds no model. Of the newest step, and of that which was saved last, goes only what
/// is stored exactly. Takes no lock and changes nothing. ErrorCode::invalid_argument without rules, and for
/// runs that were filed by hand from another run's folder.
Result<FreePlan> plan_freeing(const std::filesystem::path& run_folder, const RetentionRules& rules,
                              double most_error, const std::vector<OwnedFolder>& owned);

/// Does what `plan` says: each original is held against what is stored of it, byte by byte or by the error
/// that is told, and then moved into `trash`. One of which no longer holds what the plan went by stays. After
/// an error or a cancellation, what was moved is in the trash and told, and nothing else was touched.
FreeReport execute_freeing(const RunWriter& writer, const FreePlan& plan,
                           const std::vector<OwnedFolder>& owned, ThreadPool& pool, const JobContext& job,
                           const std::filesystem::path& trash);

}  // namespace stepvault
