// Options for plans and simulations: --mtbf, --stall and others.
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

/// The options write into `plan`, which must outlive the parsing. Returns the added options.
std::vector<CLI::Option*> add_plan_options(CLI::App& command, PlanOptions& plan);
/// The options write into `simulation` and `trace`, which must outlive the parsing.
void add_simulation_options(CLI::App& command, SimulationOptions& simulation, std::filesystem::path& trace);

}  // namespace stepvault::cli
