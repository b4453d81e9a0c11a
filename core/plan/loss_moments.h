#pragma once

#include <span>

#include "plan/loss_history.h"

namespace stepvault {

/// Moments of smoothed losses, by their weights.
struct LossMoments {
    double weight = 0;
    double mean = 0;
    double squares = 0;        ///< squared deviations from the mean
    double slope = 0;          ///< of the regression on the step
    double slope_squares = 0;  ///< squared deviations from the regression
};

/// `points`: not empty.
LossMoments loss_moments(std::span<const SmoothLoss> points);

/// The squares that rounding alone may cause.
double rounding_squares(std::span<const SmoothLoss> points);

}  // namespace stepvault
