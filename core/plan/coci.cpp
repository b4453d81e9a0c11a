#include "plan/coci.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

namespace {

/// `count` checkpoints between two times that divide the drop of the loss into equal parts.
std::vector<double> equal_drops(const ExponentialLoss& loss, double begin, double end, std::uint64_t count) {
    std::vector<double> times;
    const double first = loss.at(begin);
    const double drop = (first - loss.at(end)) / static_cast<double>(count + 1);
    for (std::uint64_t i = 1; i <= count; ++i)
        times.push_back((std::log(first - static_cast<double>(i) * drop) - loss.offset) / loss.slope);
    return times;
}

}  // namespace

double ExponentialLoss::at(double time) const {
    return std::exp(slope * time + offset);
}

double coci_progress(const ExponentialLoss& loss, const FailureCosts& costs) {
    return -std::expm1(loss.slope * costs.checkpoint) * (costs.mean_to_failure / 2 - 1 / (2 * loss.slope));
}

CociTimes coci_times(const ExponentialLoss& loss, const FailureCosts& costs, double now, std::uint64_t taken,
                     double horizon, std::uint64_t least, std::uint64_t most) {
    CociTimes schedule;
    const bool sensible = loss.slope < 0 && std::isfinite(loss.slope) && std::isfinite(loss.offset) &&
                          costs.checkpoint > 0 && costs.mean_to_failure > 0 && horizon > now && least <= most;
    if (!sensible) return schedule;
    const double stalled = static_cast<double>(taken) * costs.checkpoint;
    const double running = now - stalled;
    const double start = loss.at(running);
    if (!std::isnormal(start)) return schedule;
    const double progress = coci_progress(loss, costs);
    const double count = std::floor(start / progress);
    constexpr double countable = 1e15;
    schedule.published = static_cast<std::uint64_t>(std::clamp(count, 0.0, countable));

    std::uint64_t within = 0;
    if (schedule.published > 0) {
        const double reached = (start - loss.at(horizon - stalled)) / progress;
        within =
            std::min(schedule.published, static_cast<std::uint64_t>(std::clamp(reached, 0.0, countable)));
    }
    schedule.clamped = within < least || within > most;
    if (schedule.clamped) {
        schedule.times = equal_drops(loss, running, horizon - stalled, std::clamp(within, least, most));
    } else {
        for (std::uint64_t i = 1; i <= within; ++i)
            schedule.times.push_back((std::log(start - static_cast<double>(i) * progress) - loss.offset) /
                                     loss.slope);
    }
    for (auto& time : schedule.times)
        time += stalled;
    return schedule;
}

}  // namespace stepvault
