#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepvault {

/// A method to place checkpoints.
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

/// The reason for a checkpoint's position.
enum class PlacementReason {
    even,            ///< a fixed number of iterations after the last
    failure_rate,    ///< the interval that suits failures and stall
    persist_time,    ///< as soon as the previous checkpoint is safe
    overhead_limit,  ///< an earlier one would exceed the limit of stalls
    profile,         ///< to measure the cost of a checkpoint
    loss_drop,       ///< the loss has dropped by another share
    density,         ///< the summed density for lost progress has reached the next integer
    least_cost,      ///< the expected cost is least with it
};
std::string_view placement_reason_name(PlacementReason reason);

/// The position of a checkpoint, and its reason.
struct PlannedCheckpoint {
    std::uint64_t boundary = 0;  ///< iterations of the plan done before it
    PlacementReason reason = PlacementReason::even;
};

/// All checkpoints by one method.
struct Schedule {
    ScheduleKind kind = ScheduleKind::even;
    std::vector<PlannedCheckpoint> checkpoints;  ///< ascending
    bool clamped = false;  ///< the method's own rule gives none, or too many; the number is bounded
    [[nodiscard]] std::vector<std::uint64_t> boundaries() const;
};

}  // namespace stepvault
