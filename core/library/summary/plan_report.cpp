#include "library/summary/plan_report.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

namespace {

constexpr double assumed_iteration = 1;
constexpr double assumed_stall = 1;
constexpr double assumed_restart = 60;

template <class T>
Figure<T> choose(const std::optional<T>& given, const std::optional<T>& measured, T assumed) {
    if (given) return {*given, Origin::given};
    if (measured) return {*measured, Origin::measured};
    return {assumed, Origin::assumed};
}

Figure<double> choose_stall(const RunStatistics& statistics, const PlanOptions& options,
                            std::optional<double> write_rate) {
    auto stall = choose(options.stall, statistics.stall, assumed_stall);
    if (stall.origin == Origin::measured) stall.samples = statistics.stall_samples;
    if (stall.origin != Origin::assumed) return stall;
    if (statistics.stall_by_losses)
        return {*statistics.stall_by_losses, Origin::estimated, statistics.stall_by_losses_samples};
    if (options.estimated_stall) return {*options.estimated_stall, Origin::estimated};
    if (statistics.checkpoint_bytes && write_rate)
        return {static_cast<double>(*statistics.checkpoint_bytes) / *write_rate, Origin::estimated};
    return stall;
}

Survival survival_of(const PlanOptions& options, double iteration) {
    if (options.mean_to_stop) return Survival::constant(*options.mean_to_stop);
    if (options.rungs) return Survival::halving(options.rungs->first * iteration, options.rungs->second);
    return {};
}

}  // namespace

Result<PlanReport> report_plan(const RunStatistics& statistics, const PlanOptions& options,
                               std::optional<double> write_rate) {
    auto history = make_loss_history(statistics.losses);
    PlanReport report;
    report.is_copy = statistics.is_copy;
    report.iteration =
        choose(options.iteration, statistics.iteration ? statistics.iteration : history.iteration,
               assumed_iteration);
    if (report.iteration.origin == Origin::measured && statistics.iteration)
        report.iteration.samples = statistics.iteration_samples;
    if (report.iteration.origin == Origin::assumed && statistics.iteration_by_saves)
        report.iteration = {*statistics.iteration_by_saves, Origin::estimated};
    report.stall = choose_stall(statistics, options, write_rate);
    report.background = choose(options.background, statistics.background, 0.0);
    report.restart = choose(options.restart, {}, assumed_restart);
    report.from = choose(options.from, std::optional(statistics.saved_step.value_or(statistics.last_step)),
                         std::uint64_t{0});
    // Without a planned end, the best guess is that the run lasts as long again as it has lasted so far:
    // Gott, Nature 363, 1993.
    report.steps = choose(options.steps, statistics.planned_steps,
                          std::max<std::uint64_t>(2 * std::max(report.from.value, statistics.last_step), 1));

    auto workers = options.workers;
    if (workers.empty() && statistics.workers) workers = {{0, *statistics.workers}};
    const double workforce = workers.empty() ? 1 : workers.back().workers;
    const auto restarts = std::max(history.restarts, statistics.starts > 0 ? statistics.starts - 1 : 0);
    const double running = history.running > 0
                               ? history.running
                               : report.iteration.value * static_cast<double>(statistics.last_step);
    report.failures = estimate_failure_rate(restarts, running * workforce);
    report.mean_to_failure = choose(options.mean_to_failure, {}, report.failures.mean_to_failure);
    if (!options.mean_to_failure && restarts > 0) report.mean_to_failure.origin = Origin::estimated;

    const PlanRequest request{.model = {.iteration = report.iteration.value,
                                        .stall = report.stall.value,
                                        .background = report.background.value,
                                        .restart = report.restart.value,
                                        .mean_to_failure = report.mean_to_failure.value,
                                        .workers = std::move(workers),
                                        .survival = survival_of(options, report.iteration.value)},
                              .valuing = options.valuing,
                              .begin = report.from.value,
                              .end = report.steps.value,
                              .losses = statistics.losses,
                              .history = std::move(history),
                              .every = options.every ? options.every : statistics.every};
    STEPVAULT_ASSIGN(plan, make_plan(request));
    report.plan = std::move(plan);
    return report;
}

}  // namespace stepvault
