// Finds interruptions of training: a failure with a resume, a pause, or a wait.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/series_point.h"

namespace stepvault {

struct Interruption {
    std::int64_t step = 0;  ///< of the first point after the interruption
    double seconds = 0;     ///< between that point and the point before it
};

/// `points`: by ascending step. Judges by times alone: an interruption is a pause of at least a minute, and
/// of at least 20 times the median time between points. If more than ten pauses are at least half as long,
/// they are a regular part of the training, such as an evaluation each epoch, and do not count. Skips points
/// whose time is unknown, or before that of an earlier step. Returns interruptions in order; none for fewer
/// than 8 intervals.
std::vector<Interruption> find_interruptions(std::span<const SeriesPoint> points);

}  // namespace stepvault
