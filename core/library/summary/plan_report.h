// What to plan with, and the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "library/summary/run_statistics.h"
#include "plan/failure_rate.h"
#include "plan/planning.h"

namespace stepvault {

/// What somebody says about a training; nullopt: found out, else taken for granted. Times in seconds.
struct PlanOptions {
    std::optional<std::uint64_t> from;   ///< plan from this step on
    std::optional<std::uint64_t> steps;  ///< up to this one
    std::optional<double> iteration;
    std::optional<double> stall;
    std::optional<double> background;
    std::optional<double> restart;
    std::optional<double> mean_to_failure;  ///< of one worker
    std::vector<WorkerStage> workers;
    std::optional<double>
        mean_to_stop;  ///< seconds of training after which somebody stops such a job, on average
    /// Steps to the first rung of successive halving, and by how much each is further.
    std::optional<std::pair<double, double>> rungs;
    std::optional<std::uint64_t> every;  ///< of even intervals
    Valuing valuing;
};

/// Where a figure of the plan comes from, the surest first.
enum class Origin {
    given,      ///< in the options
    measured,   ///< the run's records tell
    estimated,  ///< from a checkpoint's size and the disk's speed, from how often it failed, from when it
                ///< saved
    assumed,    ///< nothing was known
};

/// A value, and how sure it is.
template <class T>
struct Figure {
    T value{};
    Origin origin = Origin::assumed;
};

/// The figures that were planned with, durations in seconds, and the plan.
struct PlanReport {
    Figure<std::uint64_t> from;
    Figure<std::uint64_t> steps;
    Figure<double> iteration;
    Figure<double> stall;
    Figure<double> background;
    Figure<double> restart;
    Figure<double> mean_to_failure;  ///< of one worker
    FailureRate failures;            ///< what the run itself says
    Plan plan;
};

/// `write_rate`: bytes a second that the disk takes; for a stall that nothing tells.
Result<PlanReport> report_plan(const RunStatistics& statistics, const PlanOptions& options,
                               std::optional<double> write_rate);

}  // namespace stepvault
