#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "metrics/point_summary.h"

namespace stepvault {

/// What part of a curve a chart shows, both ends included.
struct ChartRange {
    enum class Axis { step, time };  ///< points whose time is not known lie on no time axis
    Axis axis = Axis::step;
    double from = -std::numeric_limits<double>::infinity();  ///< steps, or seconds since the epoch
    double to = std::numeric_limits<double>::infinity();
};

/// Cuts what a chart shows into columns of equal width and sums up each, from summaries of blocks of points
/// where one lies in a single column. Steps beyond 2^53 are taken for the nearest double.
class ChartColumns {
 public:
    static constexpr std::size_t most_columns = 65536;

    /// `curve`: summaries of all that may lie in the range, which becomes as narrow as they are. `columns`: 1
    /// to most_columns; what lies beyond is taken for the nearest of these.
    ChartColumns(const ChartRange& range, std::size_t columns, std::span<const PointSummary> curve);

    /// By step: block by block, each as its summary, and where the answer is false, as its points.
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
