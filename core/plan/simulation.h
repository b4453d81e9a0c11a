// Trainings with failures, played out.
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

/// Means over the trainings, with how sure they are.
struct SimulatedCosts {
    std::uint64_t trainings = 0;
    std::uint64_t unfinished = 0;  ///< given up after a million failures; not in the figures
    Estimate failures;
    Estimate seconds;   ///< overhead, in wall time
    Estimate progress;  ///< overhead, as of ScheduleCosts
    Estimate value;
    ScheduleCosts mean;  ///< what they are made of
};

/// How many trainings, and what fails them.
struct SimulationOptions {
    std::uint64_t trainings = 1000;  ///< 1 for a trace, which knows no luck but that of survival
    std::uint64_t seed = 1;
    double shape = 1;                ///< of the Weibull distribution
    std::vector<double> trace = {};  ///< instead of drawn failures
};

/// What expected_costs() is the expectation of, by playing it out; for `checkpoints` as there. Training
/// number n of two schedules meets the same failures. ErrorCode::cancelled.
Result<SimulatedCosts> simulate(const TrainingStages& stages, std::span<const std::uint64_t> checkpoints,
                                const SimulationOptions& options, const JobContext& job);

}  // namespace stepvault
