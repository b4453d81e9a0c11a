#pragma once

#include <cstdint>
#include <span>

#include "plan/training_stages.h"

namespace stepvault {

/// What checkpoints and failures cost a training, beyond the training itself.
struct OverheadCosts {
    double stalls = 0;    ///< of checkpoints, those that are taken again included
    double rework = 0;    ///< what was lost since the last safe checkpoint
    double restarts = 0;  ///< from failures until the training went on
    [[nodiscard]] double total() const { return stalls + rework + restarts; }
};

/// What failures make of a schedule in the mean, from its begin to its end.
struct ScheduleCosts {
    double failures = 0;
    OverheadCosts seconds;
    /// Of lost work the progress, of all else the progress that it delayed; in average seconds.
    OverheadCosts progress;
    OverheadCosts value;  ///< by the plan's Valuing, in average seconds
};

/// The expectation over failures of constant rate, exactly, and over the job's survival; up to where the job
/// ends or is stopped. `checkpoints`: boundaries in (0, stages.size()), ascending, at least
/// TrainingModel::least_gap() apart. Infinite where the training would hardly ever come to its end. Time:
/// linear in the iterations.
ScheduleCosts expected_costs(const TrainingStages& stages, std::span<const std::uint64_t> checkpoints);

}  // namespace stepvault
