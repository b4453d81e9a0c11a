// A run's losses, prepared for a fit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepvault {

struct LossPoint {
    std::int64_t step = 0;
    double time = 0;  ///< seconds since any fixed moment; 0 for unknown
    double loss = 0;
};

/// The average of losses at neighboring steps.
struct SmoothLoss {
    double step = 0;
    double loss = 0;
    double weight = 0;  ///< number of points
};

/// Losses without repetitions and spikes, and statistics of their times.
struct LossHistory {
    std::vector<SmoothLoss> smooth;  ///< ascending steps, denser at the start
    std::uint64_t points = 0;        ///< number of points in the smoothed losses
    std::uint64_t not_finite = 0;    ///< ignored
    std::uint64_t spikes = 0;        ///< ignored: far from their neighbors
    bool ends_not_finite = false;    ///< the newest losses are NaN or infinite, or beyond 1e100
    std::int64_t first_step = 0;
    std::int64_t last_step = 0;
    std::optional<double> iteration;  ///< median seconds of an iteration; nullopt if times are unknown
    std::uint64_t restarts = 0;       ///< times that steps went back, or that training paused for long
    double running = 0;               ///< seconds of training, without pauses
};

/// `points` in the order of writing: where steps go back, the training was resumed, and the later points
/// replace the earlier ones.
LossHistory make_loss_history(std::span<const LossPoint> points);

}  // namespace stepvault
