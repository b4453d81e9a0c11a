// A run's stored checkpoints as rules of retention see them.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "retention/retention.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Sizes are those of the step files; what has gone meanwhile is left out.
std::vector<RetentionItem> retention_items(const std::vector<StepMeta>& steps, const RunRecord& record,
                                           const std::filesystem::path& run_folder);

/// A checkpoint's metric is the one of its step, or the last before it. `best` that names none gets the run's
/// primary loss. ErrorCode::invalid_argument where there is none, or no checkpoint has a value of it.
Status look_up_metric(std::vector<RetentionItem>& items, BestRule& best, const RunRecord& record,
                      const std::filesystem::path& run_folder);

}  // namespace stepvault
