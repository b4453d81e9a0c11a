#pragma once

#include <cstdint>

#include "plan/loss_trend.h"
#include "plan/training_stages.h"

namespace stepvault {

/// The loss of a whole run: first the recorded losses, smoothed and made monotonically falling (isotonic
/// regression), then the fit of the trend. Empty where `end` is beyond the recorded losses and there is no
/// trend. `iteration`: seconds of an iteration.
LossCurve loss_outlook(const LossHistory& history, const LossTrend& trend, double iteration,
                       std::uint64_t end);

}  // namespace stepvault
