#pragma once

#include <optional>
#include <vector>

#include "plan/loss_fit.h"

namespace stepvault {

/// Whether the fit tells how the loss goes on, and why not.
enum class FitVerdict {
    fits,
    plateau,         ///< fits, and what is still to come is less than the noise
    too_few_points,  ///< can't tell yet
    not_finite,      ///< no loss is finite, or the newest are not
    constant,
    rising,
    no_trend,  ///< noise hides whether it falls
};

/// The fits of all families, and which one to trust.
struct LossTrend {
    FitVerdict verdict = FitVerdict::too_few_points;
    std::optional<LossFit> fit;     ///< the best by Akaike's criterion; with `fits` and `plateau`
    std::vector<LossFit> families;  ///< all that were tried, the best first
    [[nodiscard]] bool tells() const { return fit.has_value(); }
};

/// The best fit to the newest part of a history: after a sudden fall, as of a lowered learning rate, only
/// what came later counts. `until`: the step up to which a plateau is judged.
LossTrend fit_losses(const LossHistory& history, double until);

}  // namespace stepvault
