// What --mtbf, --stall and their like say.
#pragma once

#include <filesystem>
#include <vector>

#include "library/summary/plan_report.h"
#include "plan/simulation.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace stepvault::cli {

/// The options write into `plan`, which must outlive the parsing.
std::vector<CLI::Option*> add_plan_options(CLI::App& command, PlanOptions& plan);
void add_simulation_options(CLI::App& command, SimulationOptions& simulation, std::filesystem::path& trace);

}  // namespace stepvault::cli
