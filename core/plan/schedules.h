// The ways to place checkpoints that are not COCI's; each a pure function of the model. All keep to
// TrainingModel::least_gap().
#pragma once

#include <cstdint>
#include <optional>

#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// Every so many iterations.
Schedule even_schedule(const TrainingStages& stages, std::uint64_t every);
/// Even intervals by young_interval(), daly_interval() and optimal_interval() at the average rate of
/// failures.
Schedule young_schedule(const TrainingStages& stages);
Schedule daly_schedule(const TrainingStages& stages);
Schedule optimal_schedule(const TrainingStages& stages);

/// CheckFreq (Mohan et al., FAST 2021; github.com/msr-fiddle/CheckFreq): as soon as the last checkpoint is
/// safe, every max(1, ceil(background / iteration)) iterations; while a window of them is stalled for more
/// than `overhead` of its time, two iterations more.
Schedule checkfreq_schedule(const TrainingStages& stages, double overhead = 0.05);

/// The density sqrt(hazard rate * work per second / (2 stall * price)) that makes rework plus stalls least
/// where intervals are short; the variational form of Ling, Mi and Lin, IEEE TC 50(7), 2001, with the work's
/// value for the rate's.
Schedule sqrt_density_schedule(const TrainingStages& stages);

/// See exact_placement(). nullopt where the training would never end.
std::optional<Schedule> exact_schedule(const TrainingStages& stages);

}  // namespace stepvault
