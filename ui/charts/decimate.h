// Fewer points for the same picture.
#pragma once

#include <span>
#include <vector>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

/// `points`: finite, x not falling. Returns those within [x0, x1] and one neighbour on either side, of which
/// each of `columns` equal columns keeps its lowest and its highest in their order; the first and the last
/// within are always kept. All are returned where they are no more than 2 * columns.
std::vector<PlotPoint> decimate(std::span<const PlotPoint> points, double x0, double x1, int columns);

}  // namespace stepvault::ui
