// A chart that is nothing but its series. Ticks, labels and titles are GridLayer's, since Qt Charts would
// clip them.
#pragma once

#include <memory>

#include <QAbstractAxis>
#include <QChart>

class QValueAxis;

namespace stepvault::ui {

/// Without legend, margins and background.
QChart* bareChart();

/// An axis that only places the series. Owned by `chart`.
QValueAxis* addHiddenAxis(QChart& chart, Qt::Alignment side);

/// Adds `series` on all axes of `chart`, above all series there. Owned by `chart`.
void attach(QChart& chart, QAbstractSeries& series);

template <class Series>
Series* addSeries(QChart& chart) {
    auto series = std::make_unique<Series>();
    attach(chart, *series);
    return series.release();
}

/// Draws `series` above all others.
void raise(QChart& chart, QAbstractSeries& series);

}  // namespace stepvault::ui
