// Where a training stood still: it failed and was resumed, was paused, or waited.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/series_point.h"

namespace stepvault {

struct Interruption {
    std::int64_t step = 0;  ///< of the first point after it
    double seconds = 0;     ///< between that and the point before it
};

/// `points`: by ascending step. By their times alone: a pause of at least a minute, and of at least 20 times
/// the median time between points. Where more than ten are at least half as long, they are the training's
/// habit, such as an evaluation each epoch, and none. Points whose time is not known, or lies before that of
/// an earlier step, are passed over. In their order; fewer than 8 intervals tell nothing.
std::vector<Interruption> find_interruptions(std::span<const SeriesPoint> points);

}  // namespace stepvault
