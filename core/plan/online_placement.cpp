#include "plan/online_placement.h"

#include <algorithm>

#include "plan/exact_placement.h"
#include "plan/loss_forecast.h"

namespace stepvault {

Schedule online_schedule(const TrainingStages& stages, std::span<const LossPoint> losses) {
    Schedule schedule{.kind = ScheduleKind::online, .checkpoints = {}};
    const auto end = stages.begin + stages.size();
    constexpr std::uint64_t first = 16;
    std::uint64_t last = 0;
    for (std::uint64_t now = 0; now < stages.size();) {
        const auto reached = static_cast<std::int64_t>(stages.begin + now);
        std::vector<LossPoint> seen;
        std::ranges::copy_if(losses, std::back_inserter(seen),
                             [&](const auto& p) { return p.step <= reached; });
        const auto history = make_loss_history(seen);
        const auto trend = fit_losses(history, static_cast<double>(end));
        const auto rest = make_stages(stages.model, stages.valuing, stages.begin + last, end,
                                      loss_outlook(history, trend, stages.model.iteration, end));
        const auto placed = rest ? exact_placement(*rest) : std::nullopt;
        const auto next = now + std::max(now / 8, first);
        if (placed) {
            // Count from the last checkpoint on: all work since then is at stake, not only the work since
            // `now`.
            for (const auto boundary : *placed) {
                const auto at = std::max(last + boundary, now + 1);
                if (at >= std::min(next, stages.size())) break;
                if (!schedule.checkpoints.empty() &&
                    at < schedule.checkpoints.back().boundary + stages.model.least_gap())
                    continue;
                schedule.checkpoints.push_back({at, PlacementReason::least_cost});
            }
        }
        if (!schedule.checkpoints.empty()) last = schedule.checkpoints.back().boundary;
        now = next;
    }
    return schedule;
}

}  // namespace stepvault
