#include "metrics/point_summary.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

bool has_time(const SeriesPoint& point) {
    return std::isfinite(point.time) && point.time > 0;
}

void PointSummary::add(const SeriesPoint& later) {
    if (std::isfinite(later.value)) {
        const bool is_only = finite() == 0;
        if (is_only || later.value < low.value) low = later;
        if (is_only || later.value > high.value) high = later;
    } else if (std::isnan(later.value)) {
        ++nan;
    } else {
        ++(later.value > 0 ? positive_infinite : negative_infinite);
    }
    if (has_time(later)) {
        earliest = timed == 0 ? later.time : std::min(earliest, later.time);
        latest = timed == 0 ? later.time : std::max(latest, later.time);
        ++timed;
    }
    if (points == 0) first = later;
    last = later;
    ++points;
}

void PointSummary::add(const PointSummary& later) {
    if (later.points == 0) return;
    if (later.finite() > 0) {
        if (finite() == 0 || later.low.value < low.value) low = later.low;
        if (finite() == 0 || later.high.value > high.value) high = later.high;
    }
    if (later.timed > 0) {
        earliest = timed == 0 ? later.earliest : std::min(earliest, later.earliest);
        latest = timed == 0 ? later.latest : std::max(latest, later.latest);
    }
    if (points == 0) first = later.first;
    last = later.last;
    points += later.points;
    nan += later.nan;
    positive_infinite += later.positive_infinite;
    negative_infinite += later.negative_infinite;
    timed += later.timed;
}

}  // namespace stepvault
