// Removes checkpoints by rules: first makes a plan, then executes exactly that plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/catalog/catalog.h"
#include "retention/retention.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct PrunePlan {
    std::string run_id;
    std::string run;       ///< name
    RetentionRules rules;  ///< with the run's primary loss if the given rules name no metric
    std::vector<RetentionDecision> decisions = {};  ///< oldest checkpoint first
    std::uint64_t removed = 0;                      ///< checkpoints
    std::uint64_t stored_bytes = 0;                 ///< of all checkpoints before pruning
    /// Stored bytes of removed checkpoints that others build on: these others take over the bytes.
    std::uint64_t held_bytes = 0;
    /// Bytes of step files. More are freed if a checkpoint that takes up many removed ones is smaller when it
    /// is coded again. If this is 0, the run may grow by the places of the links: up to 256 bytes for each
    /// checkpoint that takes up others.
    std::uint64_t freed_at_least = 0;
    /// "Removed" checkpoints keep their weights and lose everything else.
    bool weights_only = false;
};

/// The outcome of execute_prune(); bytes are those of the step files.
struct PruneReport {
    std::uint64_t removed = 0;   ///< checkpoints
    std::uint64_t squashed = 0;  ///< checkpoints that took up the bytes they need of removed ones
    std::uint64_t stored_before = 0;
    std::uint64_t stored_after = 0;
    std::string trash_entry = {};  ///< holds the removed checkpoints; empty if they were deleted for good
};

/// Takes no lock and changes nothing. A checkpoint's metric is the value at its step, or the last value
/// before it. ErrorCode::invalid_argument if no checkpoint has a value of the metric, corrupt if a step file
/// cannot be read, since it may be needed to bring other checkpoints back.
Result<PrunePlan> plan_prune(const std::filesystem::path& run_folder, const RetentionRules& rules);

/// Like plan_prune(), but checkpoints that no rule keeps are stripped to their weights; without `rules`, all
/// checkpoints that are not pinned. Makes the new step files beside the run, to the byte, and discards them,
/// so that freed_at_least is exact. Also ErrorCode::cancelled and no_space.
Result<PrunePlan> plan_weights_only(const std::filesystem::path& run_folder,
                                    const std::optional<RetentionRules>& rules, ThreadPool& pool,
                                    const JobContext& job);

/// The decisions of `rules` on the rows of a run, in the order of the rows: like plan_prune(), but from the
/// catalog alone. The metric of a checkpoint is its loss if `rules` name no metric, else `metric(step)`.
std::vector<RetentionDecision> judge_rows(
    const std::vector<CheckpointRow>& rows, const RetentionRules& rules,
    const std::function<std::optional<double>(std::int64_t step)>& metric);

/// Executes `plan`. Checkpoints that stay restore to the same bits as before, even if this fails or is
/// cancelled; some of the checkpoints to be removed may then still be there. ErrorCode::changed, without
/// doing anything, if the run has changed since the plan was made. `trash`: the folder into which removed
/// checkpoints are moved; if empty, they are deleted. A plan that keeps weights always deletes, and changes
/// nothing if it fails or is cancelled.
Result<PruneReport> execute_prune(RunWriter& writer, const PrunePlan& plan, ThreadPool& pool,
                                  const JobContext& job, const std::filesystem::path& trash = {});

}  // namespace stepvault
