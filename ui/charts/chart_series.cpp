#include "ui/charts/chart_series.h"

namespace stepvault::ui {

void attach(QChart& chart, QAbstractSeries& series) {
    chart.addSeries(&series);
    const auto axes = chart.axes();
    for (QAbstractAxis* axis : axes)
        series.attachAxis(axis);
}

void raise(QChart& chart, QAbstractSeries& series) {
    chart.removeSeries(&series);
    attach(chart, series);
}

}  // namespace stepvault::ui
