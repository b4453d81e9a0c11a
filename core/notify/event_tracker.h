#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "notify/run_event.h"
#include "run/run_state.h"

namespace stepvault {

/// A run at one moment.
struct RunSighting {
    std::string id;
    std::string name;
    RunState state = RunState::idle;
    std::optional<std::int64_t> step = {};  ///< last
    std::optional<double> loss = {};        ///< last
    /// Seconds since the epoch. A run that is seen for the first time, and grew less than EventTracker::calm
    /// ago, counts as one that was live; nullopt: only if it is seen live.
    std::optional<double> last_growth = {};
};

/// Finds events in a vault's changes: each once, until the run or the disk has been well again for a while.
/// Tells no events from before it first saw the run. Knows neither files nor the time of day. Not
/// thread-safe.
class EventTracker {
 public:
    /// How long a run must be live without a break before the same event can happen to it again: a loss at
    /// the limit would diverge every minute.
    static constexpr double calm = 600;  // seconds

    /// Remembers the last state of a run.
    struct Run {
        RunState state = RunState::idle;  ///< when last seen
        bool was_live = false;
        double live_since = 0;     ///< seconds since the epoch, in state `live`
        std::set<EventKind> told;  ///< and not to be told again

        bool operator==(const Run&) const = default;
    };

    /// `now`: seconds since the epoch.
    std::optional<RunEvent> see(const RunSighting& run, double now);
    /// `disk`: nullopt if unknown. `is_full`: this watcher cannot write for lack of space; other watchers,
    /// which write nothing, do not see an exhausted quota.
    std::optional<RunEvent> see_disk(const std::optional<DiskSpace>& disk, bool is_full, double now);
    /// The damaged places that a complete check found. Damage that was there before is no event.
    std::optional<RunEvent> see_damage(std::set<std::string> places, double now);

    /// By its free space.
    [[nodiscard]] bool is_disk_low() const { return disk_low_; }
    /// When a watcher last saw that writing fails; seconds since the epoch.
    [[nodiscard]] double last_full() const { return last_full_; }
    [[nodiscard]] bool lacks_space(double now) const { return disk_low_ || now - last_full_ < calm; }
    [[nodiscard]] const std::map<std::string, Run>& runs() const { return runs_; }
    [[nodiscard]] const std::set<std::string>& damaged() const { return damaged_; }
    /// Drops the runs for which `is_gone(id)` holds.
    template <class IsGone>
    void forget(const IsGone& is_gone) {
        std::erase_if(runs_, [&](const auto& run) { return is_gone(run.first); });
    }
    /// Continues where another tracker ended.
    static EventTracker resume(std::map<std::string, Run> runs, bool disk_low, double last_full,
                               std::set<std::string> damaged);

    bool operator==(const EventTracker&) const = default;

 private:
    std::map<std::string, Run> runs_;  ///< by id
    bool disk_low_ = false;
    double last_full_ = -calm;
    std::set<std::string> damaged_;
};

}  // namespace stepvault
