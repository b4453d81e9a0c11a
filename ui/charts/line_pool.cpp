#include "ui/charts/line_pool.h"

#include <QChart>
#include <QLineSeries>

#include "ui/charts/chart_series.h"

namespace stepvault::ui {

void LinePool::clear() {
    for (std::size_t i = 0; i < used_; ++i)
        series_[i]->replace(QList<QPointF>());
    used_ = 0;
}

bool LinePool::set(const std::vector<Line>& lines) {
    clear();
    const std::size_t before = series_.size();
    for (const Line& line : lines) {
        if (used_ == series_.size()) series_.push_back(addSeries<QLineSeries>(chart_));
        QLineSeries& series = *series_[used_++];
        if (series.pen() != line.pen) series.setPen(line.pen);
        series.replace(line.points);
    }
    return series_.size() > before;
}

}  // namespace stepvault::ui
