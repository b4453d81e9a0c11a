#include "ui/charts/sanitize.h"

#include <cmath>

namespace stepvault::ui {

Sanitized sanitizeForAxis(std::span<const PlotPoint> points, AxisScale scale) {
    Sanitized result;
    bool open = false;
    for (const PlotPoint& point : points) {
        if (!std::isfinite(point.y) || !std::isfinite(point.x)) {
            ++result.nonFinite;
            open = false;
            continue;
        }
        if (scale == AxisScale::log && point.y <= 0) {
            ++result.notPositive;
            continue;
        }
        if (!open) result.segments.emplace_back();
        open = true;
        result.segments.back().push_back({point.x, scale == AxisScale::log ? std::log10(point.y) : point.y});
    }
    return result;
}

}  // namespace stepvault::ui
