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
    for (const std::vector<PlotPoint>& segment : result.segments)
        result.blocks.emplace_back(segment);
    return result;
}

std::optional<std::pair<double, double>> extentWithin(const Sanitized& line, double x0, double x1) {
    std::optional<std::pair<double, double>> extent;
    for (std::size_t i = 0; i < line.segments.size(); ++i) {
        const std::vector<PlotPoint>& segment = line.segments[i];
        const auto first = std::ranges::lower_bound(segment, x0, {}, &PlotPoint::x);
        const auto last = std::ranges::upper_bound(first, segment.end(), x1, {}, &PlotPoint::x);
        if (first == last) continue;
        const auto [low, high] =
            line.blocks[i].extremes(segment, static_cast<std::size_t>(first - segment.begin()),
                                    static_cast<std::size_t>(last - segment.begin()));
        if (!extent) extent.emplace(segment[low].y, segment[high].y);
        extent = {std::min(extent->first, segment[low].y), std::max(extent->second, segment[high].y)};
    }
    return extent;
}

}  // namespace stepvault::ui
