#include "ui/charts/curve_set.h"

#include <cmath>
#include <utility>

#include "ui/charts/curve_lookup.h"
#include "ui/charts/right_scale.h"
#include "ui/charts/smoothing.h"

namespace stepvault::ui {

namespace {

/// Empty unless there is a value for each point.
std::vector<PlotPoint> edge(const std::vector<PlotPoint>& points, const std::vector<double>& values) {
    std::vector<PlotPoint> line;
    if (values.size() != points.size()) return line;
    line.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        line.push_back({points[i].x, values[i]});
    return line;
}

}  // namespace

std::optional<double> CurveSet::Curve::valueAt(double x) const {
    if (given.points.empty() || x < given.points.front().x || x > given.points.back().x) return std::nullopt;
    return ui::valueAt(smoothed.empty() ? given.points : smoothed, x);
}

void CurveSet::set(std::vector<PlotCurve> curves) {
    curves_.clear();
    for (PlotCurve& curve : curves)
        curves_.push_back({std::move(curve), {}, {}, {}, {}, {}, false});
}

void CurveSet::update(AxisScale yScale, AxisScale xScale, double weight) {
    for (Curve& curve : curves_) {
        curve.smoothed = weight > 0 ? smooth(curve.given.points, weight) : std::vector<PlotPoint>{};
        curve.raw = sanitizeForAxis(curve.given.points, yScale, xScale);
        curve.smooth = sanitizeForAxis(curve.smoothed, yScale, xScale);
        curve.low = sanitizeForAxis(edge(curve.given.points, curve.given.low), yScale, xScale);
        curve.high = sanitizeForAxis(edge(curve.given.points, curve.given.high), yScale, xScale);
    }
}

void CurveSet::chooseSides(std::optional<PlotRange> left) {
    std::set<QString> onRight;
    for (Curve& curve : curves_) {
        const auto& own = curve.raw.extent;
        curve.onRight =
            left && own &&
            needsRightAxis({left->y0, left->y1}, {own->y0, own->y1}, onRight_.contains(curve.given.id));
        if (curve.onRight) onRight.insert(curve.given.id);
    }
    onRight_ = std::move(onRight);
}

std::optional<double> CurveSet::nearestX(double x) const {
    std::optional<double> best;
    for (const Curve& curve : curves_) {
        const auto index = nearestPoint(curve.given.points, x);
        if (!index) continue;
        const double at = curve.given.points[*index].x;
        if (!best || std::fabs(at - x) < std::fabs(*best - x)) best = at;
    }
    return best;
}

}  // namespace stepvault::ui
