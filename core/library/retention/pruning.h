// Removing checkpoints by rules: a plan first, then exactly that plan.
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
    RetentionRules rules;  ///< where they name no metric, that which was found to be the primary loss
    std::vector<RetentionDecision> decisions = {};  ///< the oldest checkpoint first
    std::uint64_t removed = 0;                      ///< checkpoints
    std::uint64_t stored_bytes = 0;                 ///< of all checkpoints now
    /// Of those that go, but that others build on: they stay with these.
    std::uint64_t held_bytes = 0;
    /// Of step files. More where what takes up many of them is smaller coded anew; where it is 0, the run may
    /// grow by the places of the links, up to 256 bytes for each that takes up others.
    std::uint64_t freed_at_least = 0;
    /// What goes of a checkpoint is all but its weights: "removed" means no more than that.
    bool weights_only = false;
};

/// What execute_prune() did, in bytes of step files before and after.
struct PruneReport {
    std::uint64_t removed = 0;   ///< checkpoints
    std::uint64_t squashed = 0;  ///< checkpoints that took up what they need of removed ones
    std::uint64_t stored_before = 0;
    std::uint64_t stored_after = 0;
    std::string trash_entry = {};  ///< where they are until it is purged; empty where they are gone for good
};

/// Takes no lock and changes nothing. A checkpoint's metric is the one of its step, or the last before it.
/// ErrorCode::invalid_argument where no checkpoint has a value of the metric, corrupt where a step file
/// cannot be read: it may be needed to bring others back.
Result<PrunePlan> plan_prune(const std::filesystem::path& run_folder, const RetentionRules& rules);

/// The same where the weights of what no rule keeps are to stay; without `rules` all lose the rest, but what
/// is pinned. Everything is made beside the run, to the byte, and thrown away: freed_at_least is exact.
/// ErrorCode::cancelled and no_space as well.
Result<PrunePlan> plan_weights_only(const std::filesystem::path& run_folder,
                                    const std::optional<RetentionRules>& rules, ThreadPool& pool,
                                    const JobContext& job);

/// What `rules` would make of the rows of a run, in their order: as plan_prune() does, but by the catalog
/// alone. The metric of a checkpoint is its loss where `rules` name none, else `metric(step)`.
std::vector<RetentionDecision> judge_rows(
    const std::vector<CheckpointRow>& rows, const RetentionRules& rules,
    const std::function<std::optional<double>(std::int64_t step)>& metric);

/// Does what `plan` says. What stays restores to the same bits as before; so it does when this is cancelled
/// or fails, but then some of what was to go may still be there. ErrorCode::changed, and nothing is done,
/// where the run is not as it was planned for. `trash`: a folder that takes what goes; empty: it is deleted.
/// Of a plan that keeps weights what goes is deleted, and cancelled or failed it changes nothing.
Result<PruneReport> execute_prune(RunWriter& writer, const PrunePlan& plan, ThreadPool& pool,
                                  const JobContext& job, const std::filesystem::path& trash = {});

}  // namespace stepvault
