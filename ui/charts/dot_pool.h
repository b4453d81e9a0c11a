#pragma once

#include <vector>

#include <QBrush>
#include <QList>
#include <QPen>
#include <QPointF>
#include <QScatterSeries>

class QChart;

namespace stepvault::ui {

/// Groups of dots on a chart, each of one look; later ones lie above earlier ones.
class DotPool {
 public:
    struct Dots {
        QList<QPointF> points;  ///< in units of the axes
        QScatterSeries::MarkerShape shape = QScatterSeries::MarkerShapeCircle;
        double size = 5;  ///< pixels
        QPen pen = Qt::NoPen;
        QBrush brush = Qt::NoBrush;
    };

    /// `chart` outlives the pool and has its axes already.
    explicit DotPool(QChart& chart) : chart_(chart) {}

    void set(const std::vector<Dots>& groups);
    /// Above all other series.
    void raise();
    /// The number of all dots.
    [[nodiscard]] std::size_t count() const;

 private:
    QChart& chart_;
    std::vector<QScatterSeries*> series_;  ///< owned by the chart
};

}  // namespace stepvault::ui
