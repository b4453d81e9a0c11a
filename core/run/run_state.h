// Decides whether a run is alive: design.md, "States of a run".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stepvault {

enum class RunState { live, stalled, finished, diverged, ended, idle };

/// "live", "stalled", ...
std::string_view run_state_name(RunState state);

/// The measurements that determine the state.
struct RunActivity {
    /// Seconds since the epoch of the newest metric point, checkpoint or file change.
    std::optional<double> last_growth;
    /// Seconds between points, or between checkpoints for a run without points.
    std::optional<double> median_interval;
    /// The training has more steps planned, follows a plan, or did not tell the hook's end; a live process.
    bool expects_more = false;
    bool finished = false;  ///< an end marker, the last planned step, or the hook's end record
    bool diverged = false;  ///< has_diverged() of the primary loss
};

/// diverged outranks all other states, then finished.
/// live: grew within 3 intervals, at least 2 minutes; stalled: was live, no growth for 5 intervals, at least
/// 10 minutes, at most a day, and expects more; ended: the same at any age, and expects no more; idle: all
/// other runs.
RunState run_state(const RunActivity& activity, double now);

}  // namespace stepvault
