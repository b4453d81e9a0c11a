// A run's losses, made ready for a fit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepvault {

struct LossPoint {
    std::int64_t step = 0;
    double time = 0;  ///< seconds since any moment; 0 for unknown
    double loss = 0;
};

/// Losses of neighbouring steps, taken together.
struct SmoothLoss {
    double step = 0;
    double loss = 0;
    double weight = 0;  ///< points
};

/// Losses without repetitions and spikes, and what their times tell.
struct LossHistory {
    std::vector<SmoothLoss> smooth;  ///< ascending steps, denser at the start
    std::uint64_t points = 0;        ///< that the smooth ones are made of
    std::uint64_t not_finite = 0;    ///< left out
    std::uint64_t spikes = 0;        ///< left out: far from their neighbours
    bool ends_not_finite = false;    ///< the newest losses are NaN or infinite, or beyond 1e100
    std::int64_t first_step = 0;
    std::int64_t last_step = 0;
    std::optional<double> iteration;  ///< seconds of one, the median; where times are known
    std::uint64_t restarts = 0;       ///< steps went back, or time stood still for long
    double running = 0;               ///< seconds of training, without the pauses of restarts
};

/// `points` in the order in which they were written: where steps go back, the training was resumed, and what
/// was written before is replaced.
LossHistory make_loss_history(std::span<const LossPoint> points);

}  // namespace stepvault
