// Values that a line can be drawn through.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ui/charts/decimate.h"
#include "ui/charts/plot_point.h"

namespace stepvault::ui {

struct Sanitized {
    std::vector<std::vector<PlotPoint>> segments;  ///< none empty; on a log axis the decimal logarithm
    std::vector<LineBlocks> blocks = {};           ///< of each segment
    std::size_t nonFinite = 0;
    std::size_t notPositive = 0;           ///< passed over on a log axis
    std::optional<PlotRange> extent = {};  ///< of all segments
};

/// The lowest and the highest y within [x0, x1], in axis units; nullopt where there is no point.
std::optional<std::pair<double, double>> extentWithin(const Sanitized& line, double x0, double x1);

/// Splits at non-finite values; on a log axis drops values that are zero or negative.
Sanitized sanitizeForAxis(std::span<const PlotPoint> points, AxisScale yScale,
                          AxisScale xScale = AxisScale::linear);

}  // namespace stepvault::ui
