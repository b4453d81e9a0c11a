// The mean of several runs' curves, and how far they lie apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/series_point.h"

namespace stepvault {

struct CurveMean {
    std::vector<SeriesPoint> points;  ///< means, by step; time: the mean time since each curve's first point,
                                      ///< from the first time of all; 0 where a curve has no times
    std::vector<double> low;          ///< the lowest value at each point
    std::vector<double> high;         ///< the highest
};

/// Over the steps that all `curves` cover, at each step that any of them has; a curve without a point at a
/// step counts with the value between its neighbours. Values that are not finite do not count; a step without
/// any other value is left out. Of several points at one step the last one counts. Each of `curves`: by step.
CurveMean curve_mean(const std::vector<std::span<const SeriesPoint>>& curves);

}  // namespace stepvault
