#include "plan/failure_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepvault {

namespace {

constexpr double day = 86400;

/// The probability of at most `count` events where `mean` are expected.
double at_most(std::uint64_t count, double mean) {
    double log_term = -mean;
    double sum = std::exp(log_term);
    for (std::uint64_t k = 1; k <= count; ++k) {
        log_term += std::log(mean / static_cast<double>(k));
        sum += std::exp(log_term);
    }
    return std::min(sum, 1.0);
}

/// The mean for which at most `count` events have this probability.
double mean_for(std::uint64_t count, double probability) {
    double low = 0;
    double high = 2 * static_cast<double>(count) + 40;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (at_most(count, middle) > probability ? low : high) = middle;
    }
    return low;
}

}  // namespace

FailureRate estimate_failure_rate(std::uint64_t failures, double seconds) {
    constexpr std::uint64_t most_counted = 100'000;
    constexpr double tail = 0.025;
    FailureRate rate{.failures = failures, .seconds = seconds};
    const auto counted = std::min(failures, most_counted);
    rate.mean_to_failure = (seconds + day) / static_cast<double>(counted + 1);
    rate.least_mean = seconds / mean_for(counted, tail);
    rate.most_mean =
        counted == 0 ? std::numeric_limits<double>::infinity() : seconds / mean_for(counted - 1, 1 - tail);
    return rate;
}

}  // namespace stepvault
