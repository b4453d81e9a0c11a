#include "plan/schedules.h"

#include <algorithm>
#include <cmath>

#include "plan/exact_placement.h"

namespace stepvault {

namespace {

std::uint64_t iterations_of(double seconds, const TrainingStages& stages) {
    const double most = static_cast<double>(stages.size());
    return static_cast<std::uint64_t>(std::clamp(std::round(seconds / stages.model.iteration), 1.0, most));
}

Schedule every(const TrainingStages& stages, ScheduleKind kind, std::uint64_t iterations,
               PlacementReason reason) {
    Schedule schedule{.kind = kind, .checkpoints = {}};
    const auto gap = std::max(iterations, stages.model.least_gap());
    schedule.clamped = gap != iterations;
    for (auto at = gap; at < stages.size(); at += gap)
        schedule.checkpoints.push_back({at, reason});
    return schedule;
}

}  // namespace

Schedule even_schedule(const TrainingStages& stages, std::uint64_t iterations) {
    return every(stages, ScheduleKind::even, iterations, PlacementReason::even);
}

Schedule young_schedule(const TrainingStages& stages) {
    return every(stages, ScheduleKind::young, iterations_of(young_interval(stages.average_costs()), stages),
                 PlacementReason::failure_rate);
}

Schedule daly_schedule(const TrainingStages& stages) {
    return every(stages, ScheduleKind::daly, iterations_of(daly_interval(stages.average_costs()), stages),
                 PlacementReason::failure_rate);
}

Schedule optimal_schedule(const TrainingStages& stages) {
    return every(stages, ScheduleKind::optimal,
                 iterations_of(optimal_interval(stages.average_costs()), stages),
                 PlacementReason::failure_rate);
}

Schedule checkfreq_schedule(const TrainingStages& stages, double overhead) {
    Schedule schedule{.kind = ScheduleKind::checkfreq, .checkpoints = {}};
    const auto& model = stages.model;
    auto gap = model.least_gap();
    auto reason = PlacementReason::persist_time;
    for (auto at = gap; at < stages.size(); at += gap) {
        schedule.checkpoints.push_back({at, reason});
        if (model.stall > overhead * static_cast<double>(gap) * model.iteration) {
            gap += 2;
            reason = PlacementReason::overhead_limit;
        }
    }
    return schedule;
}

Schedule sqrt_density_schedule(const TrainingStages& stages) {
    Schedule schedule{.kind = ScheduleKind::sqrt_density, .checkpoints = {}};
    const auto& model = stages.model;
    const auto gap = model.least_gap();
    double sum = 0;
    std::uint64_t last = 0;
    double next = 1;
    for (std::uint64_t k = 0; k + 1 < stages.size(); ++k) {
        const auto& i = stages.iterations[k];
        const double stalled = 2 * model.stall * i.price;
        const double density = stalled > 0 ? std::sqrt(i.hazard * i.work / stalled) : 1;
        sum += std::min(1.0, density);
        if (sum < next || k + 1 < last + gap) continue;
        last = k + 1;
        schedule.checkpoints.push_back({last, PlacementReason::density});
        next = std::max(next + 1, sum);
    }
    return schedule;
}

std::optional<Schedule> exact_schedule(const TrainingStages& stages) {
    auto boundaries = exact_placement(stages);
    if (!boundaries) return {};
    Schedule schedule{.kind = ScheduleKind::exact, .checkpoints = {}};
    for (const auto at : *boundaries)
        schedule.checkpoints.push_back({at, PlacementReason::least_cost});
    return schedule;
}

}  // namespace stepvault
