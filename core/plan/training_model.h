#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "plan/intervals.h"
#include "plan/survival.h"

namespace stepvault {

/// So many workers from this iteration on. One that fails stops them all.
struct WorkerStage {
    std::uint64_t from = 0;
    double workers = 1;
};

/// What a training and the machines it runs on are like. Times in seconds.
struct TrainingModel {
    double iteration = 0;        ///< of one iteration
    double stall = 0;            ///< for which a checkpoint stops the training
    double background = 0;       ///< from then until the checkpoint is safe; one is under way at a time
    double restart = 0;          ///< from a failure until the training goes on
    double mean_to_failure = 0;  ///< of one worker
    std::vector<WorkerStage> workers = {};  ///< ascending; one worker before the first
    Survival survival = {};

    /// ErrorCode::invalid_argument says which figure makes no sense.
    [[nodiscard]] Status check() const;
    [[nodiscard]] double workers_at(std::uint64_t iteration) const;
    /// Over the run's first `end` > 0 iterations.
    [[nodiscard]] double average_workers(std::uint64_t end) const;
    /// In whole iterations, since a training looks at its checkpoints between them.
    [[nodiscard]] std::uint64_t background_iterations() const;
    /// Least iterations from one checkpoint to the next.
    [[nodiscard]] std::uint64_t least_gap() const;
};

/// How lost work and checkpoints are valued against each other. The unit is the second: the value of an
/// average second of the whole run, from its start to its planned end.
struct Valuing {
    /// Share of the work's value that is the progress it makes (the drop of the loss); the rest is its time,
    /// times the workers it keeps busy.
    double progress = 0.5;
    /// Share of the cost of a second without training that is a fixed price; the rest is the value of the
    /// work that it delays. With 0 checkpoints are worth as much early as late, and even intervals are best.
    double price = 1;
};

}  // namespace stepvault
