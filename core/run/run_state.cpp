#include "run/run_state.h"

#include <algorithm>

namespace stepvault {

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
        case RunState::ended:
            return "ended";
        case RunState::idle:
            return "idle";
    }
    return "idle";
}

RunState run_state(const RunActivity& activity, double now) {
    constexpr double minute = 60;
    constexpr double day = 24 * 60 * minute;
    if (activity.diverged) return RunState::diverged;
    if (activity.finished) return RunState::finished;
    if (!activity.last_growth) return RunState::idle;

    const double age = now - *activity.last_growth;
    const double interval = activity.median_interval.value_or(0);
    if (age <= std::max(3 * interval, 2 * minute)) return RunState::live;
    if (age < std::max(5 * interval, 10 * minute)) return RunState::idle;
    if (!activity.expects_more) return RunState::ended;
    return age <= day ? RunState::stalled : RunState::idle;
}

}  // namespace stepvault
