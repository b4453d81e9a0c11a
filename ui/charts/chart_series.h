// Series that lie on all axes of their chart.
#pragma once

#include <memory>

#include <QAbstractAxis>
#include <QChart>

namespace stepvault::ui {

inline void attach(QChart& chart, QAbstractSeries& series) {
    chart.addSeries(&series);
    const auto axes = chart.axes();
    for (QAbstractAxis* axis : axes)
        series.attachAxis(axis);
}

/// Owned by `chart`.
template <class Series>
Series* addSeries(QChart& chart) {
    auto series = std::make_unique<Series>();
    attach(chart, *series);
    return series.release();
}

/// Draws `series` above all others.
inline void raise(QChart& chart, QAbstractSeries& series) {
    chart.removeSeries(&series);
    attach(chart, series);
}

}  // namespace stepvault::ui
