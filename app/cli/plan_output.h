// Plans as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "library/summary/plan_report.h"
#include "plan/plan_file.h"
#include "plan/simulation.h"

namespace stepvault::cli {

std::string format_duration(double seconds);  ///< "1.5 h", "350 ms"

/// The figures that the plan uses, each with its origin, and the fit of the losses.
std::string describe_model(const PlanReport& report);
/// One line: the number of checkpoints and the step of the next one.
std::string describe(const PlanFile& plan);
/// The table of schedules and the recommendation.
std::string describe_schedules(const PlanReport& report);

nlohmann::ordered_json plan_json(const PlanReport& report);
nlohmann::ordered_json costs_json(const ScheduleCosts& costs);

}  // namespace stepvault::cli
