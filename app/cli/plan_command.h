#pragma once

#include "command_line.h"
#include "library/summary/plan_report.h"

namespace stepvault::cli {

/// Plans for the run or the file of metrics that the options name.
Result<PlanReport> find_plan(const Options& options, const JobContext& job);

}  // namespace stepvault::cli
