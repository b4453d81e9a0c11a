#include "ui/compare/compared_curves.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/compare/compare_model.h"
#include "ui/text/format.h"

namespace stepvault::ui {

ComparedCurves comparedCurves(const CompareModel& model, CurveAxis axis) {
    ComparedCurves result;
    double span = 0;
    const auto& runs = model.comparison().runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!model.isShown(i)) continue;
        const RunRow& row = runs[i].info.row;
        auto points = pointsAlong(axis, runs[i].curve->points);
        if (points.empty()) {
            ++result.undated;
            continue;
        }
        span = std::max(span, points.back().x);
        result.curves.push_back({toQString(row.id), toQString(row.name), std::move(points), runs[i].color});
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
