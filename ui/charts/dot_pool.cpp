#include "ui/charts/dot_pool.h"

#include "ui/charts/chart_series.h"

namespace stepvault::ui {

void DotPool::set(const std::vector<Dots>& groups) {
    while (series_.size() < groups.size())
        series_.push_back(addSeries<QScatterSeries>(chart_));
    for (std::size_t i = 0; i < series_.size(); ++i) {
        QScatterSeries& series = *series_[i];
        if (i >= groups.size() || groups[i].points.isEmpty()) {
            if (series.count() > 0) series.clear();
            continue;
        }
        const Dots& dots = groups[i];
        // Every change makes Qt Charts place the dots anew.
        if (series.markerShape() != dots.shape) series.setMarkerShape(dots.shape);
        if (series.markerSize() != dots.size) series.setMarkerSize(dots.size);
        if (series.pen() != dots.pen) series.setPen(dots.pen);
        if (series.brush() != dots.brush) series.setBrush(dots.brush);
        series.replace(dots.points);
    }
}

void DotPool::raise() {
    for (QScatterSeries* series : series_)
        ui::raise(chart_, *series);
}

std::size_t DotPool::count() const {
    std::size_t count = 0;
    for (const QScatterSeries* series : series_)
        count += static_cast<std::size_t>(series->count());
    return count;
}

}  // namespace stepvault::ui
