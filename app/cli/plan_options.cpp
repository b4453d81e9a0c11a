#include "plan_options.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "amounts.h"

namespace stepvault::cli {

namespace {

/// Parses "8", or "0:8,5000:2": 8 workers, and 2 from step 5000 on.
std::optional<std::vector<WorkerStage>> worker_stages(std::string_view text) {
    std::vector<WorkerStage> stages;
    while (true) {
        const auto first = take_number(text);
        if (!first) return {};
        WorkerStage stage{0, *first};
        if (text.starts_with(':')) {
            text.remove_prefix(1);
            const auto second = take_number(text);
            if (!second || !(*first >= 0 && *first < static_cast<double>(most_steps))) return {};
            stage = {static_cast<std::uint64_t>(*first), *second};
        }
        stages.push_back(stage);
        if (text.empty()) return stages;
        if (!text.starts_with(',')) return {};
        text.remove_prefix(1);
    }
}

std::optional<std::pair<double, double>> rungs(std::string_view text) {
    const auto first = take_number(text);
    if (!first || !text.starts_with(',')) return {};
    text.remove_prefix(1);
    const auto factor = take_number(text);
    if (!factor || !text.empty()) return {};
    return std::pair{*first, *factor};
}

/// Adds an option whose text `parse` converts to the value for `place`.
template <class Parse, class Place>
CLI::Option* add(CLI::App& command, const std::string& name, Place& place, Parse parse,
                 const std::string& what, const std::string& type) {
    return command
        .add_option_function<std::string>(
            name,
            [&place, parse, name, type](const std::string& text) {
                auto value = parse(text);
                if (!value) throw CLI::ValidationError(name, "'" + text + "' is not a valid " + type);
                place = *value;
            },
            what)
        ->type_name(type);
}

}  // namespace

std::vector<CLI::Option*> add_plan_options(CLI::App& command, PlanOptions& plan) {
    std::vector<CLI::Option*> options;
    const auto time = [&](const char* name, std::optional<double>& place, const char* what) {
        options.push_back(add(command, name, place, parse_seconds, what, "TIME"));
    };
    options.push_back(command.add_option("--from", plan.from, "Last saved step, from which the plan starts")
                          ->check(CLI::Range(std::uint64_t{0}, most_steps))
                          ->type_name("STEP"));
    options.push_back(command.add_option("--steps", plan.steps, "Last step of the run")
                          ->check(CLI::Range(std::uint64_t{1}, most_steps))
                          ->type_name("STEP"));
    time("--mtbf", plan.mean_to_failure,
         "Mean time to failure of one worker, such as 12h (default: from the run's restarts)");
    time("--stall", plan.stall, "Time for which a checkpoint stops the training");
    time("--background", plan.background, "Time from the end of the stall until the checkpoint is safe");
    time("--restart", plan.restart, "Time from a failure until the training continues (default 1min)");
    time("--iteration", plan.iteration, "Time of one iteration");
    options.push_back(add(command, "--workers", plan.workers, worker_stages,
                          "Number of workers, each of which may fail; by step: 0:8,5000:2", "N|STEP:N,..."));
    time("--stopped-after", plan.mean_to_stop, "Mean training time after which somebody stops such a job");
    options.push_back(
        add(command, "--rungs", plan.rungs, rungs,
            "Successive halving: one job in FACTOR continues at STEP, FACTOR times STEP and so on",
            "STEP,FACTOR"));
    options.push_back(command
                          .add_option("--every", plan.every,
                                      "Steps between the checkpoints of an even schedule, for comparison")
                          ->check(CLI::PositiveNumber)
                          ->type_name("STEPS"));
    options.push_back(command
                          .add_option("--progress", plan.valuing.progress,
                                      "Share of progress in the value of lost work; the rest is time")
                          ->check(CLI::Range(0.0, 1.0))
                          ->capture_default_str()
                          ->type_name("0-1"));
    options.push_back(
        command
            .add_option("--price", plan.valuing.price,
                        "Fixed share of a stall's cost; the rest is the value of the delayed work")
            ->check(CLI::Range(0.0, 1.0))
            ->capture_default_str()
            ->type_name("0-1"));
    return options;
}

void add_plan_request(CommandLine& line, CLI::App& command, PlanRequest& request) {
    command.add_option("run", request.source, "Run in the vault, or a table with step, time and loss")
        ->required()
        ->type_name("RUN|CSV");
    add_plan_options(command, request.plan);
    line.with_json(command);
}

Result<PlanReport> find_plan(const PlanRequest& request, const CommandContext& context) {
    std::error_code ec;
    if (std::filesystem::is_regular_file(request.source, ec)) {
        STEPVAULT_ASSIGN(statistics, statistics_of_file(request.source, context.job));
        return report_plan(statistics, request.plan, {});
    }
    STEPVAULT_ASSIGN(library, open_library(context));
    auto run = library->queries().run(request.source);
    if (!run && run.error().code == ErrorCode::not_found)
        return Error{ErrorCode::not_found, "there is neither a run nor a file " + request.source};
    if (!run) return run.error();
    return library->queries().plan(run->row.id, request.plan);
}

}  // namespace stepvault::cli
