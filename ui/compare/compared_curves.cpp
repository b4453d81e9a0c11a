#include "ui/compare/compared_curves.h"

#include <algorithm>
#include <optional>

#include <QCoreApplication>

#include "metrics/point_summary.h"
#include "ui/compare/compare_model.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

std::optional<double> firstTime(const ComparedCurve& curve) {
    std::optional<double> first;
    for (const SeriesPoint& point : curve.points) {
        if (has_time(point)) first = std::min(first.value_or(point.time), point.time);
    }
    return first;
}

std::vector<PlotPoint> bySteps(const ComparedCurve& curve) {
    std::vector<PlotPoint> points;
    points.reserve(curve.points.size());
    for (const SeriesPoint& point : curve.points)
        points.push_back({static_cast<double>(point.step), point.value});
    return points;
}

/// In seconds.
std::vector<PlotPoint> byTime(const ComparedCurve& curve) {
    std::vector<PlotPoint> points;
    const std::optional<double> first = firstTime(curve);
    for (const SeriesPoint& point : curve.points) {
        if (has_time(point)) points.push_back({point.time - *first, point.value});
    }
    // Clocks were set back, or a training was resumed elsewhere.
    std::ranges::stable_sort(points, {}, &PlotPoint::x);
    return points;
}

}  // namespace

ComparedCurves comparedCurves(const CompareModel& model, CompareAxis axis) {
    ComparedCurves result;
    double span = 0;
    const auto& runs = model.comparison().runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!model.isShown(i)) continue;
        const RunRow& row = runs[i].info.row;
        auto points = axis == CompareAxis::step ? bySteps(*runs[i].curve) : byTime(*runs[i].curve);
        if (points.empty()) {
            ++result.undated;
            continue;
        }
        span = std::max(span, points.back().x);
        result.curves.push_back({toQString(row.id), toQString(row.name), std::move(points), runs[i].color});
    }
    result.xName = QCoreApplication::translate("ComparedCurves", "step");
    if (axis == CompareAxis::step) return result;
    const AxisUnit unit = timeUnit(span);
    result.xName = unit.name;
    for (PlotCurve& curve : result.curves) {
        for (PlotPoint& point : curve.points)
            point.x /= unit.size;
    }
    return result;
}

}  // namespace stepvault::ui
