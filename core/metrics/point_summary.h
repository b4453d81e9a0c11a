#pragma once

#include <cstdint>

#include "metrics/series_point.h"

namespace stepvault {

/// What a chart draws of points that lie close together: where they begin and end, how far they reach, and
/// whether some of them are no numbers. Nothing that stands out is lost.
struct PointSummary {
    std::uint64_t points = 0;
    std::uint64_t nan = 0;
    std::uint64_t positive_infinite = 0;
    std::uint64_t negative_infinite = 0;
    SeriesPoint first;  ///< in order of steps, NaN and infinities included
    SeriesPoint last;
    SeriesPoint low;  ///< the first of the lowest finite values; means nothing where finite() is 0
    SeriesPoint high;
    std::uint64_t timed = 0;  ///< points whose time is known
    double earliest = 0;      ///< of those; 0 for none
    double latest = 0;

    [[nodiscard]] std::uint64_t finite() const {
        return points - nan - positive_infinite - negative_infinite;
    }
    /// `later`: comes behind all that was added before.
    void add(const SeriesPoint& later);
    void add(const PointSummary& later);
};

/// Times that mean nothing count as not known.
bool has_time(const SeriesPoint& point);

}  // namespace stepvault
