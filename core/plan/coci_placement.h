// COCI's rule (coci.h) on a plan's boundaries.
#pragma once

#include <span>

#include "plan/loss_fit.h"
#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// COCI with a known loss: `fit` is of LossFamily::exponential. The number of checkpoints is between a
/// quarter and four times that of even intervals by Young's rule; outside these bounds the published rule is
/// clamped.
Schedule coci_schedule(const TrainingStages& stages, const LossFit& fit);

/// COCI during training, as in the authors' code: a checkpoint at iteration 10 measures the stall; a first
/// fit uses the first 50 iterations; then every 10,000 iterations a new fit uses all iterations since the
/// last fit. A fit whose slope or offset, per minute, differs by more than 0.1 replaces the current fit and
/// the rest of the schedule. `losses`: ascending steps of the run. Where the first 50 iterations allow no
/// fit, the rule waits for twice as many, and so on.
Schedule coci_online_schedule(const TrainingStages& stages, std::span<const LossPoint> losses);

}  // namespace stepvault
