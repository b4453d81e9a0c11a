#pragma once

#include <cstdint>

#include "plan/loss_trend.h"
#include "plan/training_stages.h"

namespace stepvault {

/// The loss of a whole run: what it was, smoothed and made to fall only (isotonic regression), and then what
/// the trend's fit says. Empty where `end` lies beyond what was and no trend is to be had.
/// `iteration`: seconds of one.
LossCurve loss_outlook(const LossHistory& history, const LossTrend& trend, double iteration,
                       std::uint64_t end);

}  // namespace stepvault
