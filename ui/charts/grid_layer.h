#pragma once

#include <vector>

#include <QFont>
#include <QGraphicsItem>

#include "ui/charts/axis_ticks.h"
#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Faint horizontal grid and muted axis labels, below the curves.
class GridLayer : public QGraphicsItem {
 public:
    GridLayer();

    void setColors(const Tokens& tokens);
    /// Without `values` the vertical axis has no numbers.
    void setFrame(const PlotFrame& frame, AxisScale scale, bool values, const QRectF& bounds);
    /// In force with the next frame.
    void setXAxis(const QString& name, AxisKind kind, AxisScale scale);

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    QRectF bounds_;
    PlotFrame frame_;
    std::vector<Tick> xTicks_;
    std::vector<Tick> yTicks_;
    QString axisName_;
    AxisKind xKind_ = AxisKind::whole;
    AxisScale xScale_ = AxisScale::linear;
    QFont font_;
    QColor line_, grid_, label_;
};

}  // namespace stepvault::ui
