#pragma once

#include <optional>

#include <QList>
#include <QPointF>
#include <QString>

#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

class QAreaSeries;
class QChart;
class QGraphicsSimpleTextItem;
class QLineSeries;

namespace stepvault::ui {

/// The fit as a dashed line in its band, and an upright line where the future begins, with its name.
class ForecastSeries {
 public:
    /// In units of the axes.
    struct Shape {
        QList<QPointF> fit = {};
        QList<QPointF> top = {};     ///< of the band
        QList<QPointF> bottom = {};  ///< at the same x
        std::optional<double> since = {};
    };

    /// `chart` outlives the forecast and has its axes already.
    explicit ForecastSeries(QChart& chart);

    void setColors(const Tokens& tokens, const QColor& series);
    void setSinceName(const QString& name) { sinceName_ = name; }
    void setShape(const Shape& shape, const PlotFrame& frame);
    /// Above all other series.
    void raise();

 private:
    QChart& chart_;
    QLineSeries* top_;
    QLineSeries* bottom_;
    QAreaSeries* band_;
    QLineSeries* fit_;
    QLineSeries* since_;
    QGraphicsSimpleTextItem* label_;  ///< a child of the chart
    QString sinceName_;
};

}  // namespace stepvault::ui
