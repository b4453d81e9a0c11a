#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "metrics/point_summary.h"

namespace stepvault {

/// The part of a curve that a chart shows, including both ends.
struct ChartRange {
    enum class Axis { step, time };  ///< points of unknown time are not on the time axis
    Axis axis = Axis::step;
    double from = -std::numeric_limits<double>::infinity();  ///< steps, or seconds since the epoch
    double to = std::numeric_limits<double>::infinity();
};

/// Divides the visible range of a chart into columns of equal width and summarizes each column. Where a block
/// of points lies in a single column, its summary is used. Steps beyond 2^53 are rounded to the nearest
/// double.
class ChartColumns {
 public:
    static constexpr std::size_t most_columns = 65536;

    /// `curve`: summaries of all points that may lie in the range; the range is narrowed to these points.
    /// `columns`: 1 to most_columns; other values are clamped.
    ChartColumns(const ChartRange& range, std::size_t columns, std::span<const PointSummary> curve);

    /// Adds a block, in order of steps, by its summary. Where that returns false, add the block's points
    /// instead.
    [[nodiscard]] bool add(const PointSummary& block);
    void add(const SeriesPoint& point);

    /// The columns that hold points.
    std::vector<PointSummary> take();

 private:
    [[nodiscard]] std::size_t column(double x) const;

    ChartRange range_;
    std::vector<PointSummary> columns_;
};

}  // namespace stepvault
