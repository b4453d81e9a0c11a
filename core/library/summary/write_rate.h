#pragma once

#include <filesystem>
#include <optional>

#include "library/summary/plan_report.h"

namespace stepvault {

/// Bytes a second that the disk under `folder` takes durably, by writing as much as a checkpoint has, at most
/// 32 MiB, into a file that is removed at once; where a checkpoint's size is known and its stall is not.
/// nullopt where that is not needed, or not to be had.
std::optional<double> write_rate_for(const RunStatistics& statistics, const PlanOptions& options,
                                     const std::filesystem::path& folder);

}  // namespace stepvault
