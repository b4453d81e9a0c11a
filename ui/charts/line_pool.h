#pragma once

#include <vector>

#include <QList>
#include <QPen>
#include <QPointF>

class QChart;
class QLineSeries;

namespace stepvault::ui {

/// The lines of a chart. Keeps series for reuse, because adding one to a chart is slow.
class LinePool {
 public:
    struct Line {
        QList<QPointF> points;  ///< in units of the axes
        QPen pen;
    };

    /// `chart` outlives the pool and has its axes already.
    explicit LinePool(QChart& chart) : chart_(chart) {}

    /// Empties all lines, so that a change of the axes need not place them.
    void clear();
    /// True if series were added, which lie above all older series.
    bool set(const std::vector<Line>& lines);

 private:
    QChart& chart_;
    std::vector<QLineSeries*> series_;  ///< owned by the chart
    std::size_t used_ = 0;
};

}  // namespace stepvault::ui
