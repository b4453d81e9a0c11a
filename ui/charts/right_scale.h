// A second vertical axis, at the right.
#pragma once

#include <utility>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

/// Places the values of the right axis on the left one, both in axis units.
struct RightScale {
    double offset = 0;
    double factor = 1;

    [[nodiscard]] double toLeft(double right) const { return offset + factor * right; }
    [[nodiscard]] double toRight(double left) const { return (left - offset) / factor; }
    [[nodiscard]] PlotPoint toLeft(const PlotPoint& point) const { return {point.x, toLeft(point.y)}; }
};

/// Whether a curve whose values lie between the two of `own` needs an axis of its own beside one that shows
/// `left`: on one axis, one of them would get less than an eighth of the height. A curve that has an axis of
/// its own keeps it up to a quarter, so that live values do not move it to and fro.
bool needsRightAxis(std::pair<double, double> left, std::pair<double, double> own, bool hasOne);

}  // namespace stepvault::ui
