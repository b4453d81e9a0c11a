#pragma once

#include <span>

#include "plan/loss_history.h"
#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// What planning while watching comes to: exact placement by the fit to the losses so far, made anew after
/// each eighth more of what was known, and at the start every 16 iterations; by time alone where they tell no
/// trend. `losses`: of the whole run, in order; none is looked at before its step has come.
Schedule online_schedule(const TrainingStages& stages, std::span<const LossPoint> losses);

}  // namespace stepvault
