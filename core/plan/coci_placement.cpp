#include "plan/coci_placement.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "plan/coci.h"

namespace stepvault {

namespace {

/// The rule uses minutes.
constexpr double minute = 60;

/// `at`: the iteration of the run at which time is 0.
std::optional<ExponentialLoss> in_minutes(const LossFit& fit, const TrainingModel& model, double at) {
    const ExponentialLoss loss{-fit.shape * minute / model.iteration,
                               std::log(fit.scale) - fit.shape * (at - fit.origin)};
    if (!std::isfinite(loss.slope) || !std::isfinite(loss.offset) || !(loss.slope < 0)) return {};
    return loss;
}

class Rule {
 public:
    explicit Rule(const TrainingStages& stages) : stages_(stages) {
        costs_ = stages.average_costs();
        costs_.checkpoint /= minute;
        costs_.mean_to_failure /= minute;
        costs_.restart /= minute;
    }

    /// Replaces the schedule from boundary `now` on.
    void plan(const LossFit& fit, std::uint64_t now, Schedule& schedule) const {
        const auto loss = in_minutes(fit, stages_.model, static_cast<double>(stages_.begin));
        if (!loss) return;
        std::erase_if(schedule.checkpoints, [&](const auto& c) { return c.boundary > now; });
        const double per_iteration = stages_.model.iteration / minute;
        const double begin = static_cast<double>(now) * per_iteration;
        const double horizon = static_cast<double>(stages_.size()) * per_iteration;
        const double all = static_cast<double>(stages_.size());
        const double young = std::min((horizon - begin) / young_interval(costs_), all);
        const auto least = static_cast<std::uint64_t>(std::ceil(young / 4));
        const auto most = static_cast<std::uint64_t>(std::ceil(std::min(young * 4, all)));
        const auto found = coci_times(*loss, costs_, begin, 0, horizon, least, most);
        schedule.clamped |= found.clamped;
        for (const double time : found.times) {
            // Where the last drop takes all of the loss, its time is infinite.
            const double at = std::min(all, std::ceil(time / per_iteration));
            add(static_cast<std::uint64_t>(at), PlacementReason::loss_drop, schedule);
        }
    }

    /// Where the fitted loss has reached zero, the rule has nothing more to save; adds even checkpoints
    /// there.
    void fill(Schedule& schedule) const {
        const double longest = costs_.mean_to_failure * minute / stages_.model.iteration;
        std::vector<PlannedCheckpoint> all;
        std::uint64_t last = 0;
        const auto fill_up_to = [&](std::uint64_t next) {
            const auto parts =
                static_cast<std::uint64_t>(std::ceil(static_cast<double>(next - last) / longest));
            const auto length =
                std::max((next - last) / std::max<std::uint64_t>(parts, 1), stages_.model.least_gap());
            while (parts > 1 && next - last >= 2 * length) {
                all.push_back({last += length, PlacementReason::failure_rate});
                schedule.clamped = true;
            }
            last = next;
        };
        for (const auto& c : schedule.checkpoints) {
            fill_up_to(c.boundary);
            all.push_back(c);
        }
        fill_up_to(stages_.size());
        schedule.checkpoints = std::move(all);
    }

    /// Delays a checkpoint that would be too close to the previous one.
    void add(std::uint64_t boundary, PlacementReason reason, Schedule& schedule) const {
        const auto free = schedule.checkpoints.empty()
                              ? 1
                              : schedule.checkpoints.back().boundary + stages_.model.least_gap();
        const auto at = std::max(boundary, free);
        if (at < stages_.size()) schedule.checkpoints.push_back({at, reason});
    }

 private:
    const TrainingStages& stages_;
    FailureCosts costs_;
};

std::optional<LossFit> fit_between(std::span<const LossPoint> losses, std::uint64_t from, std::uint64_t to) {
    std::vector<SmoothLoss> points;
    for (const auto& p : losses) {
        if (p.step >= static_cast<std::int64_t>(from) && p.step <= static_cast<std::int64_t>(to) &&
            std::isfinite(p.loss))
            points.push_back({static_cast<double>(p.step), p.loss, 1});
    }
    return fit_family(LossFamily::exponential, points);
}

}  // namespace

Schedule coci_schedule(const TrainingStages& stages, const LossFit& fit) {
    Schedule schedule{.kind = ScheduleKind::coci, .checkpoints = {}};
    const Rule rule(stages);
    rule.plan(fit, 0, schedule);
    rule.fill(schedule);
    return schedule;
}

Schedule coci_online_schedule(const TrainingStages& stages, std::span<const LossPoint> losses) {
    constexpr std::uint64_t calibration = 10;
    constexpr std::uint64_t profile = 50;
    const auto refit = std::clamp<std::uint64_t>(stages.size() / 20, profile, 10'000);
    constexpr double threshold = 0.1;
    Schedule schedule{.kind = ScheduleKind::coci_online, .checkpoints = {}};
    const Rule rule(stages);
    rule.add(calibration, PlacementReason::profile, schedule);
    const double run_begin = static_cast<double>(stages.begin);
    std::optional<ExponentialLoss> used;
    std::uint64_t from = 0;
    for (auto now = profile; now < stages.size();) {
        const auto fit = fit_between(losses, stages.begin + from, stages.begin + now);
        const auto loss = fit ? in_minutes(*fit, stages.model, run_begin) : std::nullopt;
        if (loss && (!used || std::abs(loss->slope - used->slope) > threshold ||
                     std::abs(loss->offset - used->offset) > threshold)) {
            rule.plan(*fit, now, schedule);
            used = loss;
        }
        if (used) from = now;
        now += used ? refit : now;
    }
    rule.fill(schedule);
    return schedule;
}

}  // namespace stepvault
