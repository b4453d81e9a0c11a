#pragma once

#include <span>

#include "plan/loss_history.h"
#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// The schedule that planning during training would give: exact placement by the fit to the losses so far,
/// repeated each time the known part has grown by an eighth, and every 16 iterations at the start; by time
/// alone where the losses show no trend. `losses`: of the whole run, in order; no loss is used before its
/// step has come.
Schedule online_schedule(const TrainingStages& stages, std::span<const LossPoint> losses);

}  // namespace stepvault
