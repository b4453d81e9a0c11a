#pragma once

#include <vector>

#include <QFont>
#include <QGraphicsItem>
#include <QPolygonF>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// The fit as a dashed line in its band, and an upright line where the future begins.
class ForecastLayer : public QGraphicsItem {
 public:
    ForecastLayer();

    void setColors(const Tokens& tokens, const QColor& series);
    /// All in scene coordinates. `since`: outside of `area` for none.
    void setShape(const QRectF& area, QPolygonF fit, QPolygonF band, double since);
    void setSinceName(const QString& name);
    [[nodiscard]] const QPolygonF& fit() const { return fit_; }

    [[nodiscard]] QRectF boundingRect() const override { return area_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    QRectF area_;
    QPolygonF fit_;
    QPolygonF band_;
    double since_ = -1;
    QString sinceName_;
    QFont font_;
    QColor line_, label_, ink_, series_;
};

}  // namespace stepvault::ui
