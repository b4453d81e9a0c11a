// Frees originals, the checkpoints in a run's own folder that are stored in the vault: first makes a plan,
// then executes exactly that plan.
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

/// The reason why an original is freed or stays.
enum class OriginalFate {
    freed,
    kept,          ///< a rule keeps it
    gone,          ///< missing, or no longer the checkpoint that was stored
    base,          ///< the first of an adaptive run, which is coded with a loss when the second is stored
    newest,        ///< one of the newest (NewestSteps), and not stored exactly
    lossy,         ///< stored with a larger error than allowed
    weights_only,  ///< only the weights are stored
    not_alone,  ///< reached by a link, has other names, is open for writing, or is another checkpoint's too
};

/// The decision on one checkpoint's original.
struct OriginalDecision {
    RetentionDecision rule;  ///< its stored_bytes is the size of the original
    OriginalFate fate = OriginalFate::kept;
    double relative_error = 0;
    std::string why = {};  ///< the reason for not_alone
};

/// The decisions of plan_freeing() on all stored checkpoints of a run.
struct FreePlan {
    std::string run_id;
    std::string run;     ///< name
    std::string folder;  ///< the run's own folder
    RetentionRules rules;
    double most_error = 0;
    std::vector<OriginalDecision> decisions = {};  ///< oldest checkpoint first
    std::uint64_t freed = 0;                       ///< checkpoints
    std::uint64_t freed_bytes = 0;
};

/// The outcome of execute_freeing().
struct FreeReport {
    std::uint64_t freed = 0;  ///< checkpoints
    std::uint64_t bytes = 0;
    std::vector<std::string> left = {};     ///< reasons why other originals stay in place
    std::vector<std::string> damaged = {};  ///< their stored copies are damaged; their originals stay
    std::string trash_entry = {};           ///< empty if nothing was freed
    std::optional<Error> ended = {};        ///< the error after which the rest was not checked
};

/// A run's folder by its canonical path, and the files and folders of its stored checkpoints in it.
struct OwnedFolder {
    std::string run_id;
    std::filesystem::path folder;
    std::set<std::filesystem::path> checkpoints;
};
Result<std::vector<OwnedFolder>> owned_folders(const Vault& vault);

/// Originals that `rules` keep stay, and pinned ones too. Any other original is freed if its checkpoint is
/// stored exactly or with a relative error of at most `most_error`: the error of the model, or, where there
/// is no model or it did not change, the largest error of any tensor. For the newest step and the step that
/// was saved last, only originals that are stored exactly are freed. Takes no lock and changes nothing.
/// ErrorCode::invalid_argument without rules, and for a run that was stored by hand from another run's
/// folder.
Result<FreePlan> plan_freeing(const std::filesystem::path& run_folder, const RetentionRules& rules,
                              double most_error, const std::vector<OwnedFolder>& owned);

/// Executes `plan`: compares each original with its stored copy, byte by byte or within the recorded error,
/// and then moves it into `trash`. An original stays if the plan's conditions no longer hold for it. After an
/// error or a cancellation, the originals moved so far are in the trash and in the report, and nothing else
/// was touched.
FreeReport execute_freeing(const RunWriter& writer, const FreePlan& plan,
                           const std::vector<OwnedFolder>& owned, ThreadPool& pool, const JobContext& job,
                           const std::filesystem::path& trash);

}  // namespace stepvault
