#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "metrics/series_point.h"

namespace stepvault {

/// Points in order of steps, one for each step. Optimized for points that come nearly in order; any other
/// order costs at most O(log n) a point on average. Not thread-safe. Memory: 24 bytes a point.
class SortedPoints {
 public:
    [[nodiscard]] bool empty() const { return points_.empty(); }
    /// The point with the highest step; not for an empty list.
    [[nodiscard]] const SeriesPoint& newest() const { return points_.back(); }
    /// Adds a point; replaces an earlier point of the same step.
    void put(const SeriesPoint& point);
    [[nodiscard]] bool has_more_beyond(std::int64_t step, std::ptrdiff_t count) const;
    /// Drops the points from `step` on, except those whose steps are in `kept`, which is sorted.
    void drop_from(std::int64_t step, std::span<const std::int64_t> kept);
    std::span<const SeriesPoint> all();

 private:
    void settle();

    std::vector<SeriesPoint> points_;
    std::map<std::int64_t, SeriesPoint> far_;  ///< far behind the newest; moved to points_ together
};

}  // namespace stepvault
