#include <algorithm>
#include <iostream>

#include "base/wall_clock.h"
#include "commands.h"
#include "json_output.h"
#include "plan_options.h"
#include "plan_output.h"

namespace stepvault::cli {

namespace {

struct PlanArguments {
    PlanRequest request;
    std::filesystem::path output;  ///< empty for none
    std::string schedule;          ///< to write to `output`; empty for the recommended one
};

Status run_plan(const PlanArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(report, find_plan(arguments.request, context));
    const auto& schedules = report.plan.schedules;
    const auto chosen = arguments.schedule.empty()
                            ? schedules.begin()
                            : std::ranges::find(schedules, arguments.schedule,
                                                [](const auto& s) { return schedule_name(s.schedule.kind); });
    if (chosen == schedules.end())
        return Error{ErrorCode::invalid_argument,
                     "there is no schedule " + arguments.schedule + " in this plan"};
    const auto file = plan_file(report.plan, chosen->schedule, unix_seconds());
    if (!arguments.output.empty()) STEPVAULT_TRY(file.write(arguments.output));
    if (context.json) {
        print_json(plan_json(report));
        return {};
    }
    std::cout << describe_model(report) << "\n" << describe_schedules(report);
    if (!arguments.output.empty()) {
        std::cout << arguments.output.native() << ": " << schedule_name(chosen->schedule.kind) << ", "
                  << describe(file) << "\n";
    }
    return {};
}

}  // namespace

void add_plan_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("plan", "Plan when the next checkpoints are worth taking", run_plan);
    add_plan_request(line, command, arguments.request);
    command.add_option("--out", arguments.output, "Write the plan for the training hook")
        ->type_name("plan.json");
    command.add_option("--schedule", arguments.schedule, "Schedule to write (default: the recommended one)");
}

}  // namespace stepvault::cli
