// Describes a run's stored checkpoints for retention rules.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "retention/retention.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Sizes are those of the step files; checkpoints deleted meanwhile are left out.
std::vector<RetentionItem> retention_items(const std::vector<StepMeta>& steps, const RunRecord& record,
                                           const std::filesystem::path& run_folder);

/// Sets each item's metric to its value at the item's step, or the last value before it. If `best` names no
/// metric, sets it to the run's primary loss. ErrorCode::invalid_argument if there is no primary loss, or if
/// no checkpoint has a value of the metric.
Status look_up_metric(std::vector<RetentionItem>& items, BestRule& best, const RunRecord& record,
                      const std::filesystem::path& run_folder);

}  // namespace stepvault
