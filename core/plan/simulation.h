// Simulates trainings with failures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/progress.h"
#include "plan/expected_costs.h"
#include "plan/failure_source.h"

namespace stepvault {

/// The mean over simulated trainings, and half the width of its 95 % confidence interval.
struct Estimate {
    double mean = 0;
    double margin = 0;
};

/// Means over the trainings, with their confidence.
struct SimulatedCosts {
    std::uint64_t trainings = 0;
    std::uint64_t unfinished = 0;  ///< given up after a million failures; not included in the figures
    Estimate failures;
    Estimate seconds;   ///< overhead, in wall time
    Estimate progress;  ///< overhead, as in ScheduleCosts
    Estimate value;
    ScheduleCosts mean;  ///< the parts of these means
};

/// The number of trainings, and the source of failures.
struct SimulationOptions {
    std::uint64_t trainings = 1000;  ///< 1 for a trace, where only survival is random
    std::uint64_t seed = 1;
    double shape = 1;                ///< of the Weibull distribution
    std::vector<double> trace = {};  ///< replaces drawn failures
};

/// Estimates by simulation the costs whose expectation expected_costs() computes, for the same kind of
/// `checkpoints`. Training number n meets the same failures under two schedules. ErrorCode::cancelled.
Result<SimulatedCosts> simulate(const TrainingStages& stages, std::span<const std::uint64_t> checkpoints,
                                const SimulationOptions& options, const JobContext& job);

}  // namespace stepvault
