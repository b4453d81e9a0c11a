// COCI's rule (coci.h) on a plan's boundaries.
#pragma once

#include <span>

#include "plan/loss_fit.h"
#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// With the loss known: `fit` is of LossFamily::exponential. Between a quarter and four times as many
/// checkpoints as even intervals by Young's rule would have; where the published rule gives others it is
/// clamped.
Schedule coci_schedule(const TrainingStages& stages, const LossFit& fit);

/// As the authors' code finds it out while training: a checkpoint at iteration 10 to measure the stall, a fit
/// to the first 50 iterations, then one to all since the last every 10,000; a fit whose slope or offset, per
/// minute, differs by more than 0.1 replaces the one before and what is still planned. `losses`: ascending
/// steps of the run. Where the first 50 carry no fit, twice as many are waited for, and so on.
Schedule coci_online_schedule(const TrainingStages& stages, std::span<const LossPoint> losses);

}  // namespace stepvault
