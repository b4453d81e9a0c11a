#include "ui/charts/curve_axis.h"

#include <algorithm>
#include <optional>

#include <QCoreApplication>

#include "metrics/point_summary.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// The earliest that is known.
std::optional<double> firstTime(std::span<const SeriesPoint> points) {
    std::optional<double> first;
    for (const SeriesPoint& point : points) {
        if (has_time(point)) first = std::min(first.value_or(point.time), point.time);
    }
    return first;
}

}  // namespace

std::vector<PlotPoint> pointsAlong(CurveAxis axis, std::span<const SeriesPoint> points) {
    std::vector<PlotPoint> placed;
    placed.reserve(points.size());
    if (axis == CurveAxis::step) {
        for (const SeriesPoint& point : points)
            placed.push_back({static_cast<double>(point.step), point.value});
        return placed;
    }
    const double begin = axis == CurveAxis::elapsed ? firstTime(points).value_or(0) : 0;
    for (const SeriesPoint& point : points) {
        if (has_time(point)) placed.push_back({point.time - begin, point.value});
    }
    // Clocks were set back, or a training was resumed elsewhere.
    std::ranges::stable_sort(placed, {}, &PlotPoint::x);
    return placed;
}

CurvesOnAxis curvesAlong(CurveAxis axis, std::span<const CurveSource> sources) {
    CurvesOnAxis result;
    double span = 0;
    for (const CurveSource& source : sources) {
        auto points = pointsAlong(axis, source.points);
        if (points.empty()) {
            ++result.undated;
            continue;
        }
        span = std::max(span, points.back().x);
        // Points that have lost their place have no band.
        const bool isWhole = points.size() == source.points.size();
        result.curves.push_back({source.id,
                                 source.name,
                                 std::move(points),
                                 source.color,
                                 {source.low.begin(), isWhole ? source.low.end() : source.low.begin()},
                                 {source.high.begin(), isWhole ? source.high.end() : source.high.begin()}});
    }
    if (axis == CurveAxis::step) {
        result.xName = QCoreApplication::translate("stepvault::ui", "step");
        return result;
    }
    result.xKind = axis == CurveAxis::date ? AxisKind::date : AxisKind::number;
    if (axis == CurveAxis::date) return result;
    const AxisUnit unit = timeUnit(span);
    result.xName = unit.name;
    for (PlotCurve& curve : result.curves) {
        for (PlotPoint& point : curve.points)
            point.x /= unit.size;
    }
    return result;
}

}  // namespace stepvault::ui
