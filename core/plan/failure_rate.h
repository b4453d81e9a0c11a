#pragma once

#include <cstdint>

namespace stepvault {

/// How often a job fails, by how often it did.
struct FailureRate {
    std::uint64_t failures = 0;
    double seconds = 0;  ///< in which they came
    /// To plan with: before anything is known one failure a day is taken for granted, and from then on weighs
    /// as much as a day without one.
    double mean_to_failure = 0;
    double least_mean = 0;  ///< 95 % confidence interval by what came alone: Garwood, Biometrika 28, 1936
    double most_mean = 0;   ///< infinite without a failure
};

/// `seconds` >= 0. The unit of failures is whatever they were counted for: a job, or one worker.
FailureRate estimate_failure_rate(std::uint64_t failures, double seconds);

}  // namespace stepvault
