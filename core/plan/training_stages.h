#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "plan/training_model.h"

namespace stepvault {

/// The loss at a time of training, in seconds from the run's start. Falls, and ever more slowly.
using LossCurve = std::function<double(double seconds)>;

/// A training from one iteration to another, as schedules see it. Index k is iteration k of the plan, counted
/// from 0; boundary k lies before it.
struct TrainingStages {
    struct Iteration {
        double work = 0;      ///< its value, in average seconds
        double progress = 0;  ///< the drop of the loss; that of the whole run is the run's seconds
        double hazard = 0;    ///< expected failures during it
        double pace = 0;      ///< progress that a second without training after it delays
        double price = 0;     ///< what such a second costs
        double reached = 1;   ///< probability that nobody has stopped the job before it
    };

    TrainingModel model;
    Valuing valuing;
    std::uint64_t begin = 0;  ///< the first iteration's number in the run
    std::vector<Iteration> iterations = {};
    bool has_progress = false;  ///< the loss is known, and falls

    [[nodiscard]] std::uint64_t size() const { return iterations.size(); }
    [[nodiscard]] double seconds() const { return model.iteration * static_cast<double>(size()); }
    /// Failures per second around boundary k > 0.
    [[nodiscard]] double rate_at(std::uint64_t boundary) const;
    /// Of the whole job, on average over the plan.
    [[nodiscard]] FailureCosts average_costs() const;
};

/// The iterations from `begin` to `end`. Without a loss, or with one that does not fall, all work is valued
/// by its time. ErrorCode::invalid_argument for a model that makes no sense, for an empty range, and for more
/// than 10 million iterations.
Result<TrainingStages> make_stages(const TrainingModel& model, const Valuing& valuing, std::uint64_t begin,
                                   std::uint64_t end, const LossCurve& loss = {});

}  // namespace stepvault
