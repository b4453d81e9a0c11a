#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/expected_costs.h"
#include "plan/loss_trend.h"
#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// What make_plan() plans with.
struct PlanRequest {
    TrainingModel model;
    Valuing valuing;
    std::uint64_t begin = 0;             ///< the step that the run has reached
    std::uint64_t end = 0;               ///< the step it is to reach
    std::vector<LossPoint> losses;       ///< in the order in which they were written
    LossHistory history;                 ///< of the losses
    std::optional<std::uint64_t> every;  ///< of even intervals; else as many as `exact` has
};

/// A schedule with what it costs in the mean.
struct RatedSchedule {
    Schedule schedule;
    ScheduleCosts costs;
};

/// All schedules over the same stages, so that they compare.
struct Plan {
    TrainingStages stages;
    LossHistory history;
    LossTrend trend;
    std::vector<RatedSchedule> schedules;  ///< the cheapest by value first; the first is recommended
    bool has_coci = false;                 ///< it needs a loss that falls
    /// The losses reach to the plan's end: it is about the past. Then `coci` is coci_online_schedule(),
    /// `online` is there too, and the others know what came.
    bool is_replay = false;
};

/// All schedules with what is expected of them. Where the losses tell no trend, or nothing is to come but
/// noise, work is valued by its time. ErrorCode::invalid_argument: see make_stages(), and where failures come
/// so often that the training would never end.
Result<Plan> make_plan(const PlanRequest& request);

}  // namespace stepvault
