// What `prune` says, for people and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json_output.h"
#include "library/retention/pruning.h"

namespace stepvault::cli {

/// Why a checkpoint stays; of one that goes, why no rule keeps it.
std::string reasons(const RetentionDecision& decision, const RetentionRules& rules);
/// A table of the checkpoints: which go, and why the rest stays.
void print_prune_plan(const PrunePlan& plan);
/// `report`: nothing for a dry run.
void print_prune_outcome(const PrunePlan& plan, const std::optional<PruneReport>& report);
nlohmann::ordered_json prune_json(const PrunePlan& plan, const std::optional<PruneReport>& report);

}  // namespace stepvault::cli
