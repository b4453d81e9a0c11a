#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "plan/intervals.h"
#include "plan/survival.h"

namespace stepvault {

/// The number of workers from an iteration on. A worker that fails stops them all.
struct WorkerStage {
    std::uint64_t from = 0;
    double workers = 1;
};

/// Properties of a training and of its machines. Times in seconds.
struct TrainingModel {
    double iteration = 0;        ///< time of an iteration
    double stall = 0;            ///< time for which a checkpoint stops the training
    double background = 0;       ///< from the stall until the checkpoint is safe; only one is in progress
    double restart = 0;          ///< from a failure until training continues
    double mean_to_failure = 0;  ///< of one worker
    std::vector<WorkerStage> workers = {};  ///< ascending; one worker before the first
    Survival survival = {};

    /// ErrorCode::invalid_argument names the invalid value.
    [[nodiscard]] Status check() const;
    [[nodiscard]] double workers_at(std::uint64_t iteration) const;
    /// Over the run's first `end` > 0 iterations.
    [[nodiscard]] double average_workers(std::uint64_t end) const;
    /// In whole iterations, because a training checks its checkpoints between iterations.
    [[nodiscard]] std::uint64_t background_iterations() const;
    /// Minimum number of iterations between two checkpoints.
    [[nodiscard]] std::uint64_t least_gap() const;
};

/// How lost work and checkpoints are valued against each other. The unit is the second: the value of an
/// average second of the whole run, from its start to its planned end.
struct Valuing {
    /// Share of the work's value that is its progress (the drop of the loss); the rest is its time multiplied
    /// by the number of workers.
    double progress = 0.5;
    /// Share of a fixed price in the cost of a second without training; the rest is the value of the work
    /// that it delays. With 0, checkpoints are worth as much early as late, and even intervals are best.
    double price = 1;
};

}  // namespace stepvault
