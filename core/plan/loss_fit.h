// Curves through a run's losses. Steps are the time here; any training runs them at an even pace.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plan/loss_family.h"
#include "plan/loss_history.h"

namespace stepvault {

/// L(k) = scale f(k - origin) + floor, f being the family's.
struct LossFit {
    LossFamily family = LossFamily::exponential;
    double shape = 0;
    double scale = 0;
    double floor = 0;
    double origin = 0;     ///< the step that the fit begins at: the first, or one where the loss fell at once
    double noise = 0;      ///< standard deviation of a single loss around the curve
    double criterion = 0;  ///< Akaike's: less is better
    double explained = 0;  ///< share of the smoothed losses' variance
    std::array<std::array<double, 3>, 3> covariance{};  ///< of ln shape, scale and floor
    std::vector<double> residuals;                      ///< of the smoothed losses since `origin`

    [[nodiscard]] double at(double step) const;
    /// Half the width of the curve's own 95 % band there: how far the truth may lie off, single losses' noise
    /// aside.
    [[nodiscard]] double band(double step) const;
};

/// One family by weighted least squares: the shape by a search, scale >= 0 and floor, which is not negative
/// where no loss is, in closed form for each. nullopt for fewer than 4 points, or where no falling curve
/// fits.
std::optional<LossFit> fit_family(LossFamily family, std::span<const SmoothLoss> points);

/// All families, the best by Akaike's criterion first.
std::vector<LossFit> fit_families(std::span<const SmoothLoss> points);

/// Akaike's criterion of a fit that leaves these squares; its noise is a parameter besides `parameters`.
double akaike_criterion(double squares, std::span<const SmoothLoss> points, int parameters);
}  // namespace stepvault
