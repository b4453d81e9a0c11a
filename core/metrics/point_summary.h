#pragma once

#include <cstdint>

#include "metrics/series_point.h"

namespace stepvault {

/// Summary for a chart of points that lie close together: the first and last point, the range of values, and
/// the number of non-finite values. No outlier is lost.
struct PointSummary {
    std::uint64_t points = 0;
    std::uint64_t nan = 0;
    std::uint64_t positive_infinite = 0;
    std::uint64_t negative_infinite = 0;
    SeriesPoint first;  ///< in order of steps, NaN and infinities included
    SeriesPoint last;
    SeriesPoint low;  ///< first of the lowest finite values; meaningless where finite() is 0
    SeriesPoint high;
    std::uint64_t timed = 0;  ///< points whose time is known
    double earliest = 0;      ///< of the timed points; 0 without any
    double latest = 0;

    [[nodiscard]] std::uint64_t finite() const {
        return points - nan - positive_infinite - negative_infinite;
    }
    /// Adds points that all come after those added before.
    void add(const SeriesPoint& later);
    void add(const PointSummary& later);
};

/// False also where the time is not meaningful.
bool has_time(const SeriesPoint& point);

}  // namespace stepvault
