// Reports of `prune`, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json_output.h"
#include "library/retention/pruning.h"

namespace stepvault::cli {

/// The reasons why a checkpoint stays, or why no rule keeps it.
std::string reasons(const RetentionDecision& decision, const RetentionRules& rules);
/// Prints a table of the checkpoints: whether each is removed or stays, and why.
void print_prune_plan(const PrunePlan& plan);
/// `report`: nullopt if nothing was removed, as in a dry run.
void print_prune_outcome(const PrunePlan& plan, const std::optional<PruneReport>& report);
nlohmann::ordered_json prune_json(const PrunePlan& plan, const std::optional<PruneReport>& report);

}  // namespace stepvault::cli
