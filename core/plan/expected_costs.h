#pragma once

#include <cstdint>
#include <span>

#include "plan/training_stages.h"

namespace stepvault {

/// Costs of checkpoints and failures to a training, beyond the training itself.
struct OverheadCosts {
    double stalls = 0;    ///< of checkpoints, including repeated ones
    double rework = 0;    ///< work lost since the last safe checkpoint
    double restarts = 0;  ///< from failures until training continues
    [[nodiscard]] double total() const { return stalls + rework + restarts; }
};

/// The expected costs of a schedule under failures, from its begin to its end.
struct ScheduleCosts {
    double failures = 0;
    OverheadCosts seconds;
    /// For lost work, its progress; for all other costs, the progress that they delay; in average seconds.
    OverheadCosts progress;
    OverheadCosts value;  ///< by the plan's Valuing, in average seconds
};

/// The exact expectation over failures at a constant rate and over the job's survival, up to where the job
/// ends or is stopped. `checkpoints`: boundaries in (0, stages.size()), ascending, at least
/// TrainingModel::least_gap() apart. Infinite where the training would almost never finish. Time: linear in
/// the iterations.
ScheduleCosts expected_costs(const TrainingStages& stages, std::span<const std::uint64_t> checkpoints);

}  // namespace stepvault
