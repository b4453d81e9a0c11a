// Asking a curve for its values. `points`: x not falling.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

/// Index of the point whose x is nearest; nullopt for no points.
std::optional<std::size_t> nearestPoint(std::span<const PlotPoint> points, double x);
/// Linear between neighbours, held before the first and after the last; nullopt where it is not finite.
std::optional<double> valueAt(std::span<const PlotPoint> points, double x);

}  // namespace stepvault::ui
