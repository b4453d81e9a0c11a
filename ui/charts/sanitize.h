// Values that a line can be drawn through.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

struct Sanitized {
    std::vector<std::vector<PlotPoint>> segments;  ///< none empty; on a log axis the decimal logarithm
    std::size_t nonFinite = 0;
    std::size_t notPositive = 0;           ///< passed over on a log axis
    std::optional<PlotRange> extent = {};  ///< of all segments
};

/// Splits at non-finite values; on a log axis drops values that are zero or negative.
Sanitized sanitizeForAxis(std::span<const PlotPoint> points, AxisScale yScale,
                          AxisScale xScale = AxisScale::linear);

}  // namespace stepvault::ui
