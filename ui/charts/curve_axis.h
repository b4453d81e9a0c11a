// What a training's curves lie over: its steps, or time.
#pragma once

#include <span>
#include <vector>

#include "metrics/series_point.h"
#include "ui/charts/plot_point.h"

namespace stepvault::ui {

enum class CurveAxis {
    step,
    elapsed,  ///< seconds since the curve's first point
    date,     ///< seconds since the epoch
};

/// `points`: by step. x does not fall; points whose time is not known lie on no time axis.
std::vector<PlotPoint> pointsAlong(CurveAxis axis, std::span<const SeriesPoint> points);

}  // namespace stepvault::ui
