// The methods to place checkpoints, except COCI's; each is a pure function of the model. All respect
// TrainingModel::least_gap().
#pragma once

#include <cstdint>
#include <optional>

#include "plan/schedule.h"
#include "plan/training_stages.h"

namespace stepvault {

/// A checkpoint every `every` iterations.
Schedule even_schedule(const TrainingStages& stages, std::uint64_t every);
/// Even intervals by young_interval(), daly_interval() and optimal_interval() at the average failure rate.
Schedule young_schedule(const TrainingStages& stages);
Schedule daly_schedule(const TrainingStages& stages);
Schedule optimal_schedule(const TrainingStages& stages);

/// CheckFreq (Mohan et al., FAST 2021; github.com/msr-fiddle/CheckFreq): a checkpoint as soon as the last one
/// is safe, every max(1, ceil(background / iteration)) iterations; two more iterations between checkpoints as
/// long as stalls take more than `overhead` of the time of a window.
Schedule checkfreq_schedule(const TrainingStages& stages, double overhead = 0.05);

/// The density sqrt(hazard rate * work per second / (2 stall * price)), which minimizes rework plus stalls
/// where intervals are short; the variational form of Ling, Mi and Lin, IEEE TC 50(7), 2001, with the value
/// of the work in place of its rate.
Schedule sqrt_density_schedule(const TrainingStages& stages);

/// See exact_placement(). nullopt where the training would never end.
std::optional<Schedule> exact_schedule(const TrainingStages& stages);

}  // namespace stepvault
