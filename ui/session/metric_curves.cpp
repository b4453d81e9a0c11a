#include "ui/session/metric_curves.h"

#include <algorithm>
#include <cmath>

namespace stepvault::ui {

namespace {

constexpr std::uint64_t mostWhole = 4000;  // points
constexpr std::size_t columns = 2000;

void addPoint(ComparedCurve& curve, const SeriesPoint& point) {
    curve.points.push_back(point);
    if (!std::isfinite(point.value)) return;
    if (!curve.low || point.value < curve.low->value) curve.low = point;
    if (!curve.high || point.value > curve.high->value) curve.high = point;
}

/// Adds the column's ends and extremes, which keep its looks, and a gap where it holds nothing finite.
void addColumn(ComparedCurve& curve, const PointSummary& column) {
    std::vector<SeriesPoint> points{column.first};
    if (column.finite() > 0) {
        points.push_back(column.low);
        points.push_back(column.high);
    }
    points.push_back(column.last);
    std::ranges::stable_sort(points, {}, &SeriesPoint::step);
    for (const SeriesPoint& point : points) {
        if (curve.points.empty() || curve.points.back().step != point.step) addPoint(curve, point);
    }
}

}  // namespace

Result<MetricCurves::Curve> MetricCurves::read(const std::string& run, const SeriesRow& series) {
    Known& known = known_[{run, series.tag}];
    if (known.curve && known.points == series.points && known.lastStep == series.last_step)
        return known.curve;
    STEPVAULT_ASSIGN(read, readAnew(run, series));
    known = {series.points, series.last_step, std::move(read)};
    return known.curve;
}

MetricCurves::Curve MetricCurves::known(const std::string& run, const std::string& tag) const {
    const auto at = known_.find({run, tag});
    return at != known_.end() ? at->second.curve : nullptr;
}

Result<MetricCurves::Curve> MetricCurves::readAnew(const std::string& run, const SeriesRow& series) {
    auto curve = std::make_shared<ComparedCurve>();
    if (series.points <= mostWhole) {
        STEPVAULT_ASSIGN(points, library_->queries().points(run, series.tag));
        for (const MetricPoint& point : points)
            addPoint(*curve, {point.step, point.time, point.value});
    } else {
        STEPVAULT_ASSIGN(summaries, library_->queries().chart(run, series.tag, {}, columns));
        for (const PointSummary& column : summaries)
            addColumn(*curve, column);
    }
    return Curve(std::move(curve));
}

}  // namespace stepvault::ui
