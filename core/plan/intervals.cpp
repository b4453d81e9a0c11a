#include "plan/intervals.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

double young_interval(const FailureCosts& costs) {
    return std::sqrt(2 * costs.checkpoint * costs.mean_to_failure);
}

double daly_interval(const FailureCosts& costs) {
    const double c = costs.checkpoint;
    const double m = costs.mean_to_failure;
    if (!(c < 2 * m)) return m;
    const double half = c / (2 * m);
    return std::sqrt(2 * c * m) * (1 + std::sqrt(half) / 3 + half / 9) - c;
}

double optimal_interval(const FailureCosts& costs) {
    const double d = costs.checkpoint / costs.mean_to_failure;
    if (!(d > 0)) return 0;
    constexpr int most_rounds = 60;
    if (d > 1) {
        double rest = 0;  // -W0(-e^(-1-d)), which is small
        for (int i = 0; i < most_rounds; ++i)
            rest = std::exp(rest - 1 - d);
        return (1 - rest) * costs.mean_to_failure;
    }
    // For small d, 1 + W0(-e^(-1-d)) would lose precision. So use Newton's method for p = 1 + W0 on the
    // logarithm of the equation, d + p + ln(1 - p) = 0.
    double p = std::min(std::sqrt(2 * d), 0.9);
    for (int i = 0; i < most_rounds; ++i) {
        const double f = d + p + std::log1p(-p);
        const double next = std::clamp(p + f * (1 - p) / p, p / 2, (1 + p) / 2);
        if (next == p) break;
        p = next;
    }
    return p * costs.mean_to_failure;
}

double expected_time(const FailureCosts& costs, double interval, double work) {
    const double m = costs.mean_to_failure;
    return m * std::exp(costs.restart / m) * std::expm1((interval + costs.checkpoint) / m) * work / interval;
}

}  // namespace stepvault
