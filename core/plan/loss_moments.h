#pragma once

#include <span>

#include "plan/loss_history.h"

namespace stepvault {

/// Of smoothed losses, by their weights.
struct LossMoments {
    double weight = 0;
    double mean = 0;
    double squares = 0;        ///< around the mean
    double slope = 0;          ///< of the regression on the step
    double slope_squares = 0;  ///< left by it
};

/// `points`: not empty.
LossMoments loss_moments(std::span<const SmoothLoss> points);

/// Squares that rounding alone may leave.
double rounding_squares(std::span<const SmoothLoss> points);

}  // namespace stepvault
