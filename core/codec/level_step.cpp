#include "codec/level_step.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stepvault {

namespace {

constexpr double least_share_of_step = 0.7;
/// A larger one would restore changes of which hardly anything is known.
constexpr double largest_gain = 2.5;

/// The relative error that a step, in root mean squares, leaves of changes with a normal distribution.
double error_of_normal(double step, bool may_gain) {
    constexpr double farthest = 8;
    const auto density = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); };
    double restored = 0;
    for (double edge = static_cast<double>(dead_zone_of_linear) * step; edge < farthest; edge += step) {
        const double share =
            std::erfc(edge / std::numbers::sqrt2) - std::erfc((edge + step) / std::numbers::sqrt2);
        const double sum = 2 * (density(edge) - density(edge + step));
        if (share > 0) restored += sum * sum / share;
    }
    const double gain = may_gain ? gain_for(1, restored) : 1;
    return std::sqrt(std::max(0.0, 1 - 2 * gain * restored + gain * gain * restored));
}

/// The step, in root mean squares, at which changes with a normal distribution are left with this error.
double step_of_normal(double error, bool may_gain) {
    double low = 0.01;
    double high = 8;
    if (error < error_of_normal(low, may_gain)) return error * std::sqrt(12.0);
    for (int i = 0; i < 30; ++i) {
        const double middle = (low + high) / 2;
        (error_of_normal(middle, may_gain) > error ? high : low) = middle;
    }
    return low;
}

}  // namespace

double gain_for(double energy, double both) {
    return both > 0 ? std::clamp(0.5 + 0.5 * energy / both, 1.0, largest_gain) : 1;
}

double tempered_step(double largest, double error, double root_mean_square, bool may_gain) {
    return std::clamp(step_of_normal(error, may_gain) * root_mean_square, least_share_of_step * largest,
                      largest);
}

}  // namespace stepvault
