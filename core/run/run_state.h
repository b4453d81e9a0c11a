// Is a run alive? design.md, "States of a run".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stepvault {

enum class RunState { live, stalled, finished, diverged, idle };

std::string_view run_state_name(RunState state);

struct RunActivity {
    std::optional<double>
        last_growth;  ///< seconds since the epoch: newest metric point, checkpoint or file change
    std::optional<double>
        median_interval;             ///< seconds between points, or between checkpoints where there are none
    bool finished = false;           ///< an end marker, the last planned step, or the hook's end record
    std::span<const double> losses;  ///< the primary loss, in order of steps
};

/// live: grew within 3 intervals, at least 2 minutes; stalled: was live, nothing for 5 intervals, at least 10
/// minutes; diverged: NaN or Inf among the last 20, or their mean exceeds the best so far by more than half
/// of what was gained. A run whose last growth is over a day old without an end is idle.
RunState run_state(const RunActivity& activity, double now);

}  // namespace stepvault
