#pragma once

#include <optional>
#include <vector>

#include "plan/loss_fit.h"

namespace stepvault {

/// Whether the fit predicts the loss, or the reason why it does not.
enum class FitVerdict {
    fits,
    plateau,         ///< fits, but the remaining fall is less than the noise
    too_few_points,  ///< too early to tell
    not_finite,      ///< no loss is finite, or the newest losses are not
    constant,
    rising,
    no_trend,  ///< noise hides whether the loss falls
};

/// The fits of all families, and the one to trust.
struct LossTrend {
    FitVerdict verdict = FitVerdict::too_few_points;
    std::optional<LossFit> fit;     ///< the best by Akaike's criterion; set for `fits` and `plateau`
    std::vector<LossFit> families;  ///< all families tried, best first
    [[nodiscard]] bool tells() const { return fit.has_value(); }
};

/// The best fit to the newest part of a history: after a sudden fall, for example from a lower learning rate,
/// only later losses count. `until`: the last step for judging a plateau.
LossTrend fit_losses(const LossHistory& history, double until);

}  // namespace stepvault
