#include "ui/charts/bare_chart.h"

#include <QGraphicsLayout>
#include <QLegend>
#include <QValueAxis>

namespace stepvault::ui {

QChart* bareChart() {
    auto* chart = new QChart;
    chart->legend()->hide();
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setBackgroundVisible(false);
    // The view takes over the chart's minimum with each resize, which would disturb the layout around it.
    chart->setMinimumSize(0, 0);
    return chart;
}

QValueAxis* addHiddenAxis(QChart& chart, Qt::Alignment side) {
    auto* axis = new QValueAxis(&chart);
    axis->setLabelsVisible(false);
    axis->setGridLineVisible(false);
    axis->setLineVisible(false);
    chart.addAxis(axis, side);
    return axis;
}

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
