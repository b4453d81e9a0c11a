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
    /// `isWhole`: no x ticks between whole numbers.
    void setAxisName(const QString& name, bool isWhole);

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    QRectF bounds_;
    PlotFrame frame_;
    std::vector<Tick> xTicks_;
    std::vector<Tick> yTicks_;
    QString axisName_;
    bool isWhole_ = true;
    QFont font_;
    QColor line_, grid_, label_;
};

}  // namespace stepvault::ui
