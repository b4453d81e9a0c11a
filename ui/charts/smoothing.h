#pragma once

#include <span>
#include <vector>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

/// Exponential moving average with its start-up bias taken out; `weight` of the past in [0, 1). Non-finite
/// values stay where they are and don't enter the average.
std::vector<PlotPoint> smooth(std::span<const PlotPoint> points, double weight);

}  // namespace stepvault::ui
