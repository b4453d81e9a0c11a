// The horizontal axis of a training's curves: steps or time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "metrics/series_point.h"
#include "ui/charts/curve_set.h"
#include "ui/charts/plot_point.h"

namespace stepvault::ui {

enum class CurveAxis {
    step,
    elapsed,  ///< seconds since the curve's first point
    date,     ///< seconds since the epoch
};

/// `points`: by step. x does not fall; points whose time is not known lie on no time axis.
std::vector<PlotPoint> pointsAlong(CurveAxis axis, std::span<const SeriesPoint> points);

struct CurveSource {
    QString id;
    QString name;
    std::size_t color = 0;  ///< see seriesPen()
    std::span<const SeriesPoint> points;
    std::span<const double> low = {};  ///< of a band, at each point
    std::span<const double> high = {};
};

/// Several curves on one axis.
struct CurvesOnAxis {
    std::vector<PlotCurve> curves;
    QString xName;  ///< "step", or the unit of time
    AxisKind xKind = AxisKind::whole;
    std::size_t undated = 0;  ///< curves that lie on no time axis, since their times were not logged
};

CurvesOnAxis curvesAlong(CurveAxis axis, std::span<const CurveSource> sources);

}  // namespace stepvault::ui
