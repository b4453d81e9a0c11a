#pragma once

#include <cstdint>

namespace stepvault {

/// How often a job fails, estimated from its past failures.
struct FailureRate {
    std::uint64_t failures = 0;
    double seconds = 0;  ///< time in which the failures occurred
    /// The value to plan with. It adds one assumed failure in one day to the data, so that there is a value
    /// before anything is known.
    double mean_to_failure = 0;
    double least_mean = 0;  ///< 95 % confidence interval from the data alone: Garwood, Biometrika 28, 1936
    double most_mean = 0;   ///< infinite without a failure
};

/// `seconds` >= 0. The rate applies to the unit for which failures were counted: a job, or one worker.
FailureRate estimate_failure_rate(std::uint64_t failures, double seconds);

}  // namespace stepvault
