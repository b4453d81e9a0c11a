#include "plan/training_stages.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stepvault {

namespace {

/// Limited because each iteration takes some 200 bytes during planning.
constexpr std::uint64_t most_planned_iterations = 10'000'000;
/// Relative to the mean: if work were worth nothing, a plan could wait with it forever.
constexpr double least_value = 1e-9;

/// Sets each iteration's drop of the loss; all 0 without a total drop.
bool set_progress(TrainingStages& stages, const LossCurve& loss) {
    const double dt = stages.model.iteration;
    const auto time = [&](std::uint64_t k) { return static_cast<double>(stages.begin + k) * dt; };
    double before = loss(time(0));
    const double end = loss(time(stages.size()));
    const double drop = loss(0) - end;
    if (!std::isfinite(drop) || !(drop > 0) || !(before > end)) return false;
    const double unit = time(stages.size()) / drop;
    for (std::uint64_t k = 0; k < stages.size(); ++k) {
        const double after = loss(time(k + 1));
        const double gained = std::max(0.0, before - after);
        stages.iterations[k].progress = std::isfinite(gained) ? gained * unit : 0;
        before = after;
    }
    return true;
}

/// The value per second of the work during the length of a stall after each iteration, which the stall
/// delays; zero after the end.
std::vector<double> paces(const TrainingStages& stages, double TrainingStages::Iteration::*what) {
    const double dt = stages.model.iteration;
    const auto n = stages.size();
    const double longest = static_cast<double>(n);
    const auto window =
        static_cast<std::uint64_t>(std::clamp(std::round(stages.model.stall / dt), 1.0, longest));
    std::vector<double> paces(n);
    double sum = 0;
    for (auto k = n; k-- > 0;) {
        // Work after the boundary behind iteration k.
        if (k + 1 < n) sum += stages.iterations[k + 1].*what;
        if (k + 1 + window < n) sum -= stages.iterations[k + 1 + window].*what;
        paces[k] = std::max(0.0, sum) / (static_cast<double>(window) * dt);
    }
    return paces;
}

}  // namespace

double TrainingStages::rate_at(std::uint64_t boundary) const {
    return iterations[boundary - 1].hazard / model.iteration;
}

FailureCosts TrainingStages::average_costs() const {
    double failures = 0;
    for (const auto& i : iterations)
        failures += i.hazard;
    return {.checkpoint = model.stall, .mean_to_failure = seconds() / failures, .restart = model.restart};
}

Result<TrainingStages> make_stages(const TrainingModel& model, const Valuing& valuing, std::uint64_t begin,
                                   std::uint64_t end, const LossCurve& loss) {
    STEPVAULT_TRY(model.check());
    if (end <= begin)
        return Error{ErrorCode::invalid_argument,
                     "there is nothing left to plan: the training has reached iteration " +
                         std::to_string(begin) + " of " + std::to_string(end)};
    if (end - begin > most_planned_iterations)
        return Error{ErrorCode::invalid_argument, "a plan can have at most 10 million iterations"};
    for (const double share : {valuing.progress, valuing.price}) {
        if (!(share >= 0 && share <= 1))
            return Error{ErrorCode::invalid_argument, "the shares of a valuing must lie between 0 and 1"};
    }

    TrainingStages stages{.model = model, .valuing = valuing, .begin = begin};
    stages.iterations.resize(end - begin);
    const double dt = model.iteration;
    stages.has_progress = loss && set_progress(stages, loss);
    const double by_progress = stages.has_progress ? valuing.progress : 0;

    const double mean_workers = model.average_workers(end);
    for (std::uint64_t k = 0; k < stages.size(); ++k) {
        auto& i = stages.iterations[k];
        const double workers = model.workers_at(begin + k);
        const double busy = workers / mean_workers;
        i.work = std::max(by_progress * i.progress + (1 - by_progress) * busy * dt, least_value * dt);
        i.hazard = workers * dt / model.mean_to_failure;
        i.price = valuing.price * busy;
        const double start = static_cast<double>(begin) * dt;
        i.reached = model.survival.at(start + static_cast<double>(k) * dt, start);
    }
    const auto progress = paces(stages, &TrainingStages::Iteration::progress);
    const auto work = paces(stages, &TrainingStages::Iteration::work);
    for (std::uint64_t k = 0; k < stages.size(); ++k) {
        stages.iterations[k].pace = progress[k];
        stages.iterations[k].price += (1 - valuing.price) * work[k];
    }
    return stages;
}

}  // namespace stepvault
