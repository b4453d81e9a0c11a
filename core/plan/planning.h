#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/expected_costs.h"
#include "plan/loss_trend.h"
#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// The input of make_plan().
struct PlanRequest {
    TrainingModel model;
    Valuing valuing;
    std::uint64_t begin = 0;             ///< the step reached by the run
    std::uint64_t end = 0;               ///< the step to reach
    std::vector<LossPoint> losses;       ///< in the order of writing
    LossHistory history;                 ///< of the losses
    std::optional<std::uint64_t> every;  ///< interval of `even`; otherwise as many checkpoints as `exact`
};

/// A schedule with its expected costs.
struct RatedSchedule {
    Schedule schedule;
    ScheduleCosts costs;
};

/// All schedules over the same stages, so that they can be compared.
struct Plan {
    TrainingStages stages;
    LossHistory history;
    LossTrend trend;
    std::vector<RatedSchedule> schedules;  ///< cheapest by value first; the first is recommended
    bool has_coci = false;                 ///< false without a falling loss
    /// The losses reach the plan's end, so the plan is about the past. Then `coci` is coci_online_schedule(),
    /// `online` is included too, and the other schedules use the recorded losses.
    bool is_replay = false;
};

/// All schedules with their expected costs. Where the losses show no trend, or only noise remains, work is
/// valued by its time. ErrorCode::invalid_argument: see make_stages(), and where failures are so frequent
/// that the training would never end.
Result<Plan> make_plan(const PlanRequest& request);

}  // namespace stepvault
