#include "ui/charts/sanitize.h"

#include <algorithm>
#include <cmath>

namespace stepvault::ui {

Sanitized sanitizeForAxis(std::span<const PlotPoint> points, AxisScale yScale, AxisScale xScale) {
    const auto placed = [](double value, AxisScale scale) {
        return scale == AxisScale::log ? std::log10(value) : value;
    };
    Sanitized result;
    bool open = false;
    for (const PlotPoint& point : points) {
        if (!std::isfinite(point.y) || !std::isfinite(point.x)) {
            ++result.nonFinite;
            open = false;
            continue;
        }
        if ((yScale == AxisScale::log && point.y <= 0) || (xScale == AxisScale::log && point.x <= 0)) {
            ++result.notPositive;
            continue;
        }
        if (!open) {
            auto& segment = result.segments.emplace_back();
            // Mostly the only one.
            if (result.segments.size() == 1) segment.reserve(points.size());
            open = true;
        }
        const double x = placed(point.x, xScale);
        const double y = placed(point.y, yScale);
        result.segments.back().push_back({x, y});
        PlotRange& range = result.extent ? *result.extent : result.extent.emplace(PlotRange{x, x, y, y});
        range = {std::min(range.x0, x), std::max(range.x1, x), std::min(range.y0, y), std::max(range.y1, y)};
    }
    return result;
}

}  // namespace stepvault::ui
