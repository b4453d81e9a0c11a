#include "plan/planning.h"

#include <algorithm>
#include <string>
#include <utility>

#include "plan/coci_placement.h"
#include "plan/loss_forecast.h"
#include "plan/online_placement.h"
#include "plan/schedules.h"

namespace stepvault {

Result<Plan> make_plan(const PlanRequest& request) {
    auto trend = fit_losses(request.history, static_cast<double>(request.end));
    STEPVAULT_ASSIGN(stages,
                     make_stages(request.model, request.valuing, request.begin, request.end,
                                 loss_outlook(request.history, trend, request.model.iteration, request.end)));
    Plan plan{
        .stages = std::move(stages), .history = request.history, .trend = std::move(trend), .schedules = {}};
    plan.is_replay =
        plan.history.points > 0 && static_cast<std::int64_t>(request.end) <= plan.history.last_step;
    const auto rate = [&](Schedule schedule) {
        const auto costs = expected_costs(plan.stages, schedule.boundaries());
        plan.schedules.push_back({std::move(schedule), costs});
    };
    auto exact = exact_schedule(plan.stages);
    if (!exact) {
        return Error{
            ErrorCode::invalid_argument,
            "failures come so often that this training would never end, whatever is saved when: one every " +
                std::to_string(plan.stages.average_costs().mean_to_failure) + " s"};
    }
    const auto even = request.every.value_or(plan.stages.size() / (exact->checkpoints.size() + 1));
    rate(std::move(*exact));
    rate(sqrt_density_schedule(plan.stages));
    const auto coci = std::ranges::find(plan.trend.families, LossFamily::exponential, &LossFit::family);
    plan.has_coci = plan.trend.tells() && coci != plan.trend.families.end();
    if (plan.has_coci) rate(coci_schedule(plan.stages, *coci));
    if (plan.is_replay) {
        rate(online_schedule(plan.stages, request.losses));
        rate(coci_online_schedule(plan.stages, request.losses));
    }
    rate(optimal_schedule(plan.stages));
    rate(daly_schedule(plan.stages));
    rate(young_schedule(plan.stages));
    rate(checkfreq_schedule(plan.stages));
    rate(even_schedule(plan.stages, std::max<std::uint64_t>(1, even)));
    const auto value = [](const RatedSchedule& s) { return s.costs.value.total(); };
    std::ranges::stable_sort(plan.schedules, {}, value);
    // By rounding alone, another schedule can be ahead of the exact one.
    const auto first =
        std::ranges::find(plan.schedules, ScheduleKind::exact, [](const auto& s) { return s.schedule.kind; });
    std::rotate(plan.schedules.begin(), first, first + 1);
    return plan;
}

}  // namespace stepvault
