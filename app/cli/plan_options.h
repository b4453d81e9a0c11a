// Options for plans: --mtbf, --stall and others.
#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "library/summary/plan_report.h"

namespace stepvault::cli {

/// The options that `plan` and `simulate plan` share.
struct PlanRequest {
    std::string source;  ///< a run in the vault, or a file of metrics
    PlanOptions plan;
};

/// The options write into their last argument, which must outlive the parsing.
std::vector<CLI::Option*> add_plan_options(CLI::App& command, PlanOptions& plan);
void add_plan_request(CommandLine& line, CLI::App& command, PlanRequest& request);

/// Plans for the requested run or file of metrics.
Result<PlanReport> find_plan(const PlanRequest& request, const CommandContext& context);

}  // namespace stepvault::cli
