#pragma once

#include <vector>

#include <QBrush>
#include <QList>
#include <QPointF>

class QAreaSeries;
class QChart;

namespace stepvault::ui {

/// The bands of a chart, which are reused like the lines of LinePool.
class BandPool {
 public:
    struct Band {
        QList<QPointF> top;     ///< in units of the axes
        QList<QPointF> bottom;  ///< from left to right, too
        QBrush brush;
    };

    /// `chart` outlives the pool and has its axes already.
    explicit BandPool(QChart& chart) : chart_(chart) {}

    void set(const std::vector<Band>& bands);

 private:
    QChart& chart_;
    std::vector<QAreaSeries*> series_;  ///< owned by the chart
};

}  // namespace stepvault::ui
