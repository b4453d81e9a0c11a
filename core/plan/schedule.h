#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepvault {

/// A way to place checkpoints.
enum class ScheduleKind {
    even,
    young,
    daly,
    optimal,
    checkfreq,
    coci,
    coci_online,
    sqrt_density,
    exact,
    online,
};
std::string_view schedule_name(ScheduleKind kind);  ///< "even", "sqrt-density", ...

/// Why a checkpoint lies where it lies.
enum class PlacementReason {
    even,            ///< so many iterations after the last
    failure_rate,    ///< the interval that failures and stall call for
    persist_time,    ///< as soon as the one before it is safe
    overhead_limit,  ///< no sooner without stalling for more than the limit
    profile,         ///< to measure what a checkpoint costs
    loss_drop,       ///< the loss has dropped by another share
    density,         ///< the density that lost progress calls for has summed up to one more
    least_cost,      ///< the expected cost is least with it
};
std::string_view placement_reason_name(PlacementReason reason);

/// Where one is due, and why there.
struct PlannedCheckpoint {
    std::uint64_t boundary = 0;  ///< iterations of the plan that are done by then
    PlacementReason reason = PlacementReason::even;
};

/// All checkpoints of one way to place them.
struct Schedule {
    ScheduleKind kind = ScheduleKind::even;
    std::vector<PlannedCheckpoint> checkpoints;  ///< ascending
    bool clamped = false;  ///< the method's own rule gives none, or too many; these are some of ours
    [[nodiscard]] std::vector<std::uint64_t> boundaries() const;
};

}  // namespace stepvault
