// Series that lie on all axes of their chart.
#pragma once

#include <memory>

#include <QAbstractAxis>
#include <QChart>

namespace stepvault::ui {

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
