#include "ui/charts/smoothing.h"

#include <cmath>

namespace stepvault::ui {

std::vector<PlotPoint> smooth(std::span<const PlotPoint> points, double weight) {
    std::vector<PlotPoint> result(points.begin(), points.end());
    double average = 0;
    double share = 0;
    for (PlotPoint& point : result) {
        if (!std::isfinite(point.y)) continue;
        average = weight * average + (1 - weight) * point.y;
        share = weight * share + (1 - weight);
        point.y = average / share;
    }
    return result;
}

}  // namespace stepvault::ui
