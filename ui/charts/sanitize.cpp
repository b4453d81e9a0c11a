#include "ui/charts/sanitize.h"

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
        if (!open) result.segments.emplace_back();
        open = true;
        result.segments.back().push_back({placed(point.x, xScale), placed(point.y, yScale)});
    }
    return result;
}

}  // namespace stepvault::ui
