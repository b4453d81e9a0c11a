#include "ui/charts/curve_lookup.h"

#include <algorithm>
#include <cmath>

namespace stepvault::ui {

namespace {

auto firstNotBelow(std::span<const PlotPoint> points, double x) {
    return std::lower_bound(points.begin(), points.end(), x,
                            [](const PlotPoint& point, double value) { return point.x < value; });
}

std::optional<double> finite(double value) {
    return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> nearestPoint(std::span<const PlotPoint> points, double x) {
    if (points.empty()) return std::nullopt;
    const auto after = static_cast<std::size_t>(firstNotBelow(points, x) - points.begin());
    if (after == 0) return 0;
    if (after == points.size()) return after - 1;
    return x - points[after - 1].x <= points[after].x - x ? after - 1 : after;
}

std::optional<double> valueAt(std::span<const PlotPoint> points, double x) {
    if (points.empty()) return std::nullopt;
    const auto it = firstNotBelow(points, x);
    if (it == points.end()) return finite(points.back().y);
    if (it == points.begin() || it->x == x) return finite(it->y);
    const PlotPoint& a = *(it - 1);
    const double share = (x - a.x) / (it->x - a.x);
    return finite(a.y + (it->y - a.y) * share);
}

}  // namespace stepvault::ui
