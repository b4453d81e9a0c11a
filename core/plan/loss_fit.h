// Curves through a run's losses. Steps serve as time, because a training takes them at an even pace.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plan/loss_family.h"
#include "plan/loss_history.h"

namespace stepvault {

/// L(k) = scale f(k - origin) + floor, where f is the family's function.
struct LossFit {
    LossFamily family = LossFamily::exponential;
    double shape = 0;
    double scale = 0;
    double floor = 0;
    double origin = 0;  ///< first step of the fit: the first of all, or one after a sudden fall of the loss
    double noise = 0;   ///< standard deviation of a single loss around the curve
    double criterion = 0;                               ///< Akaike's criterion: less is better
    double explained = 0;                               ///< explained share of the smoothed losses' variance
    std::array<std::array<double, 3>, 3> covariance{};  ///< of ln shape, scale and floor
    std::vector<double> residuals;                      ///< of the smoothed losses since `origin`

    [[nodiscard]] double at(double step) const;
    /// Half the width of the 95 % confidence band of the curve itself at `step`; excludes the noise of single
    /// losses.
    [[nodiscard]] double band(double step) const;
};

/// Fits one family by weighted least squares: searches the shape, and solves scale >= 0 and floor in closed
/// form for each; the floor is not negative unless a loss is. nullopt for fewer than 4 points, or where no
/// falling curve fits.
std::optional<LossFit> fit_family(LossFamily family, std::span<const SmoothLoss> points);

/// Fits all families, the best by Akaike's criterion first.
std::vector<LossFit> fit_families(std::span<const SmoothLoss> points);

/// Akaike's criterion for a fit with these residual squares; the noise is one parameter in addition to
/// `parameters`.
double akaike_criterion(double squares, std::span<const SmoothLoss> points, int parameters);
}  // namespace stepvault
