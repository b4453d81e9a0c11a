// Collects the inputs of a plan, and makes the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "library/summary/run_statistics.h"
#include "plan/failure_rate.h"
#include "plan/planning.h"

namespace stepvault {

/// The user's statements about a training. A value that is nullopt is measured or estimated if possible, or
/// else assumed. Times in seconds.
struct PlanOptions {
    std::optional<std::uint64_t> from;   ///< plan from this step on
    std::optional<std::uint64_t> steps;  ///< up to this step
    std::optional<double> iteration;
    std::optional<double> stall;
    /// By the disk's speed, from an earlier plan; used where the disk would be measured again.
    std::optional<double> estimated_stall;
    std::optional<double> background;
    std::optional<double> restart;
    std::optional<double> mean_to_failure;  ///< for one worker
    std::vector<WorkerStage> workers;
    std::optional<double> mean_to_stop;  ///< mean seconds of training after which such a job is stopped
    /// Successive halving: steps to the first rung, and the factor from each rung to the next.
    std::optional<std::pair<double, double>> rungs;
    std::optional<std::uint64_t> every;  ///< steps between checkpoints at even intervals
    Valuing valuing;
};

/// The origin of a figure of the plan, most certain first.
enum class Origin {
    given,      ///< stated in the options
    measured,   ///< recorded by the run
    estimated,  ///< from the times of losses around saves, from a checkpoint's size and the disk's speed,
                ///< from the number of failures, or from the times of saves
    assumed,    ///< a default, since nothing was known
};

/// A value and its origin.
template <class T>
struct Figure {
    T value{};
    Origin origin = Origin::assumed;
    std::uint64_t samples = 0;  ///< records that `value` is the median of; 0: it is no median
};

/// The plan and the figures that it is based on; durations in seconds.
struct PlanReport {
    Figure<std::uint64_t> from;
    Figure<std::uint64_t> steps;
    Figure<double> iteration;
    Figure<double> stall;
    Figure<double> background;
    Figure<double> restart;
    Figure<double> mean_to_failure;  ///< for one worker
    FailureRate failures;            ///< estimated from the run itself
    bool is_copy = false;            ///< see RunStatistics
    Plan plan;
};

/// `write_rate`: the disk's speed in bytes per second; used if the stall is neither given, nor measured, nor
/// seen in the times of losses.
Result<PlanReport> report_plan(const RunStatistics& statistics, const PlanOptions& options,
                               std::optional<double> write_rate);

}  // namespace stepvault
