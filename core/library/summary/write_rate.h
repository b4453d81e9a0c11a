#pragma once

#include <filesystem>
#include <optional>

#include "library/summary/plan_report.h"

namespace stepvault {

/// Measures how many bytes per second the disk of `folder` writes durably: writes as many bytes as a
/// checkpoint has, at most 32 MiB, to a file that is removed at once. Measures only if a checkpoint's size is
/// known and its stall is not; nullopt otherwise, and if the file cannot be written.
std::optional<double> write_rate_for(const RunStatistics& statistics, const PlanOptions& options,
                                     const std::filesystem::path& folder);

/// All that a plan takes from the machine that has the run.
struct PlanInputs {
    RunStatistics statistics;
    std::optional<double> write_rate;  ///< see write_rate_for()
};

}  // namespace stepvault
