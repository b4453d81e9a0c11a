#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "plan/training_model.h"

namespace stepvault {

/// The loss at a time of training, in seconds from the run's start. The loss falls, ever more slowly.
using LossCurve = std::function<double(double seconds)>;

/// A training from one iteration to another, as schedules use it. Index k is iteration k of the plan, counted
/// from 0; boundary k lies before iteration k.
struct TrainingStages {
    struct Iteration {
        double work = 0;      ///< value, in average seconds
        double progress = 0;  ///< drop of the loss; the progress of the whole run equals its seconds
        double hazard = 0;    ///< expected failures during it
        double pace = 0;      ///< progress delayed by a second without training after the iteration
        double price = 0;     ///< cost of such a second
        double reached = 1;   ///< probability that the job has not been stopped before
    };

    TrainingModel model;
    Valuing valuing;
    std::uint64_t begin = 0;  ///< the first iteration's number in the run
    std::vector<Iteration> iterations = {};
    bool has_progress = false;  ///< the loss is known and falls

    [[nodiscard]] std::uint64_t size() const { return iterations.size(); }
    [[nodiscard]] double seconds() const { return model.iteration * static_cast<double>(size()); }
    /// Failures per second around boundary k > 0.
    [[nodiscard]] double rate_at(std::uint64_t boundary) const;
    /// The whole job's costs, averaged over the plan.
    [[nodiscard]] FailureCosts average_costs() const;
};

/// The iterations from `begin` to `end`. Without a loss, or with a loss that does not fall, all work is
/// valued by its time. ErrorCode::invalid_argument for an invalid model, for an empty range, and for more
/// than 10 million iterations.
Result<TrainingStages> make_stages(const TrainingModel& model, const Valuing& valuing, std::uint64_t begin,
                                   std::uint64_t end, const LossCurve& loss = {});

}  // namespace stepvault
