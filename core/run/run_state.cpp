#include "run/run_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stepvault {

namespace {

constexpr std::size_t window = 20;

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double v : values)
        sum += v;
    return sum / static_cast<double>(values.size());
}

double standard_error(std::span<const double> values) {
    const double m = mean(values);
    double squares = 0;
    for (const double v : values)
        squares += (v - m) * (v - m);
    const auto n = static_cast<double>(values.size());
    return std::sqrt(squares / (n * (n - 1)));
}

bool has_diverged(std::span<const double> losses) {
    const auto last = losses.last(std::min(window, losses.size()));
    if (!std::ranges::all_of(last, [](double v) { return std::isfinite(v); })) return true;

    std::vector<double> finite;
    finite.reserve(losses.size());
    std::ranges::copy_if(losses, std::back_inserter(finite), [](double v) { return std::isfinite(v); });
    if (finite.size() <= window) return false;

    const std::span<const double> all(finite);
    const double first = mean(all.first(window));
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + window <= all.size(); ++i)
        best = std::min(best, mean(all.subspan(i, window)));
    const auto end = all.last(window);
    const double excess = mean(end) - best;
    // On a flat curve nothing was gained, and noise alone would exceed half of it.
    return excess > (first - best) / 2 && excess > 3 * standard_error(end);
}

}  // namespace

std::string_view run_state_name(RunState state) {
    switch (state) {
        case RunState::live:
            return "live";
        case RunState::stalled:
            return "stalled";
        case RunState::finished:
            return "finished";
        case RunState::diverged:
            return "diverged";
        case RunState::idle:
            return "idle";
    }
    return "idle";
}

RunState run_state(const RunActivity& activity, double now) {
    constexpr double minute = 60;
    constexpr double day = 24 * 60 * minute;
    if (has_diverged(activity.losses)) return RunState::diverged;
    if (activity.finished) return RunState::finished;
    if (!activity.last_growth) return RunState::idle;

    const double age = now - *activity.last_growth;
    const double interval = activity.median_interval.value_or(0);
    if (age <= std::max(3 * interval, 2 * minute)) return RunState::live;
    if (age >= std::max(5 * interval, 10 * minute) && age <= day) return RunState::stalled;
    return RunState::idle;
}

}  // namespace stepvault
