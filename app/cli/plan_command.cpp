#include "plan_command.h"

#include <algorithm>
#include <iostream>
#include <system_error>

#include "base/wall_clock.h"
#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "plan_output.h"

namespace stepvault::cli {

namespace {

Status plan(const Options& options, const JobContext& job) {
    STEPVAULT_ASSIGN(report, find_plan(options, job));
    const auto& schedules = report.plan.schedules;
    const auto chosen = options.schedule.empty()
                            ? schedules.begin()
                            : std::ranges::find(schedules, options.schedule,
                                                [](const auto& s) { return schedule_name(s.schedule.kind); });
    if (chosen == schedules.end())
        return Error{ErrorCode::invalid_argument,
                     "there is no schedule " + options.schedule + " in this plan"};
    const auto file = plan_file(report.plan, chosen->schedule, unix_seconds());
    if (!options.output.empty()) STEPVAULT_TRY(file.write(options.output));
    if (options.json) {
        print_json(plan_json(report));
        return {};
    }
    std::cout << describe_model(report) << "\n" << describe_schedules(report);
    if (!options.output.empty()) {
        std::cout << options.output.native() << ": " << schedule_name(chosen->schedule.kind) << ", "
                  << describe(file) << "\n";
    }
    return {};
}

}  // namespace

Result<PlanReport> find_plan(const Options& options, const JobContext& job) {
    std::error_code ec;
    if (std::filesystem::is_regular_file(options.run, ec)) {
        STEPVAULT_ASSIGN(statistics, statistics_of_file(options.run, job));
        return report_plan(statistics, options.plan, {});
    }
    STEPVAULT_ASSIGN(library, open_library(options, LocalVault::Mode::existing, job));
    auto run = library->queries().run(options.run);
    if (!run && run.error().code == ErrorCode::not_found)
        return Error{ErrorCode::not_found, "there is neither a run nor a file " + options.run};
    if (!run) return run.error();
    return library->queries().plan(run->row.id, options.plan);
}

int run_plan(const Options& options, const JobContext& job) {
    const auto status = plan(options, job);
    return status ? done : fail(status.error());
}

}  // namespace stepvault::cli
