#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>

#include "commands.h"
#include "json_output.h"
#include "plan/simulation.h"
#include "plan_options.h"
#include "plan_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct SimulatePlanArguments {
    PlanRequest request;
    SimulationOptions simulation;
    std::filesystem::path trace;  ///< file with failure times
};

Result<std::vector<double>> read_trace(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::vector<double> seconds;
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        char* end = nullptr;
        const double value = std::strtod(line.c_str(), &end);
        const bool whole = std::string_view(end).find_first_not_of(" \t\r") == std::string_view::npos;
        const double before = seconds.empty() ? 0 : seconds.back();
        if (!whole || !std::isfinite(value) || !(value > before)) {
            return Error{ErrorCode::invalid_argument, file.native() + ":" + std::to_string(number) +
                                                          ": not a number of seconds above the previous one"};
        }
        seconds.push_back(value);
    }
    if (seconds.empty()) return Error{ErrorCode::invalid_argument, file.native() + " contains no failures"};
    return seconds;
}

struct Played {
    const RatedSchedule* schedule;
    SimulatedCosts costs;
};

nlohmann::ordered_json estimate_json(const Estimate& e) {
    return {{"mean", e.mean}, {"margin", e.margin}};
}

std::string with_margin(const Estimate& e, double whole) {
    return format_fixed(100 * e.mean / whole, 2) + " +- " + format_fixed(100 * e.margin / whole, 2) + " %";
}

void print_table(const PlanReport& report, const std::vector<Played>& all) {
    const double whole = report.plan.stages.seconds();
    Table rows{
        {"schedule", "checkpoints", "failures", "value", "expected", "wall time", "expected", "unfinished"}};
    for (const auto& [schedule, played] : all) {
        const auto expected = [&](double total) {
            return std::isfinite(total) ? format_value(100 * total / whole) + " %"
                                        : std::string("never ends");
        };
        rows.push_back(
            {std::string(schedule_name(schedule->schedule.kind)) + (schedule->schedule.clamped ? " *" : ""),
             std::to_string(schedule->schedule.checkpoints.size()), format_value(played.failures.mean),
             with_margin(played.value, whole), expected(schedule->costs.value.total()),
             with_margin(played.seconds, whole), expected(schedule->costs.seconds.total()),
             std::to_string(played.unfinished)});
    }
    std::cout << describe_model(report) << "\n" << format_table(rows, {0});
}

nlohmann::ordered_json json_of(const PlanReport& report, const std::vector<Played>& all) {
    auto schedules = nlohmann::ordered_json::array();
    for (const auto& [schedule, played] : all) {
        schedules.push_back({{"name", schedule_name(schedule->schedule.kind)},
                             {"clamped", schedule->schedule.clamped},
                             {"checkpoints", schedule->schedule.checkpoints.size()},
                             {"trainings", played.trainings},
                             {"unfinished", played.unfinished},
                             {"failures", estimate_json(played.failures)},
                             {"seconds", estimate_json(played.seconds)},
                             {"progress", estimate_json(played.progress)},
                             {"value", estimate_json(played.value)},
                             {"mean", costs_json(played.mean)},
                             {"expected", costs_json(schedule->costs)}});
    }
    return {{"training_seconds", report.plan.stages.seconds()},
            {"replay", report.plan.is_replay},
            {"schedules", std::move(schedules)}};
}

Status run_simulate_plan(const SimulatePlanArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(report, find_plan(arguments.request, context));
    auto simulation = arguments.simulation;
    if (!arguments.trace.empty()) {
        STEPVAULT_ASSIGN(trace, read_trace(arguments.trace));
        simulation.trace = std::move(trace);
        if (report.plan.stages.model.survival.is_certain()) simulation.trainings = 1;
    }
    std::vector<Played> all;
    for (const auto& schedule : report.plan.schedules) {
        STEPVAULT_ASSIGN(
            played, simulate(report.plan.stages, schedule.schedule.boundaries(), simulation, context.job));
        all.push_back({&schedule, played});
    }
    if (context.json)
        print_json(json_of(report, all));
    else
        print_table(report, all);
    return {};
}

void add_simulate_plan_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("simulate plan", "Simulate every schedule of a plan", run_simulate_plan);
    add_plan_request(line, command, arguments.request);
    auto& simulation = arguments.simulation;
    command.add_option("--trainings", simulation.trainings, "Trainings to simulate for each schedule")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str()
        ->type_name("N");
    command
        .add_option("--weibull", simulation.shape,
                    "Weibull shape of the time between failures; below 1, failures cluster")
        ->check(CLI::Range(0.1, 10.0))
        ->capture_default_str()
        ->type_name("K");
    command
        .add_option("--trace", arguments.trace,
                    "Failure times of the job: seconds since its start, one per line")
        ->check(CLI::ExistingFile)
        ->type_name("FILE");
    command.add_option("--seed", simulation.seed, "Seed of the random draws")
        ->capture_default_str()
        ->type_name("N");
}

}  // namespace

void add_simulate_command(CommandLine& line) {
    line.add_group("simulate", "Simulate the effect of failures on a training, or saving on a cluster");
    add_simulate_plan_command(line);
    add_simulate_cluster_command(line);
}

}  // namespace stepvault::cli
