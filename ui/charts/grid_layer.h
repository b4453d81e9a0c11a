#pragma once

#include <vector>

#include <QFont>
#include <QGraphicsItem>

#include "ui/charts/axis_ticks.h"
#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Faint horizontal grid, muted axis labels and the axes' titles, below the curves.
class GridLayer : public QGraphicsItem {
 public:
    GridLayer();

    void setColors(const Tokens& tokens);
    /// The axes' titles and scales are in force with the next frame.
    void setXAxis(const QString& title, AxisKind kind, AxisScale scale);
    /// Without `values` the axis has no numbers.
    void setYAxis(const QString& title, AxisScale scale, bool values);
    /// The room at the left, in pixels, that the vertical axis' labels take in this range.
    [[nodiscard]] double yLabelWidth(const PlotFrame& frame) const;
    void setFrame(const PlotFrame& frame, const QRectF& bounds);

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    [[nodiscard]] std::vector<Tick> yTicks(const PlotFrame& frame) const;

    QRectF bounds_;
    PlotFrame frame_;
    std::vector<Tick> xTicks_;
    std::vector<Tick> yTicks_;
    QString xTitle_;
    QString yTitle_;
    AxisKind xKind_ = AxisKind::whole;
    AxisScale xScale_ = AxisScale::linear;
    AxisScale yScale_ = AxisScale::linear;
    bool hasValues_ = true;
    QFont font_;
    QColor line_, grid_, label_;
};

}  // namespace stepvault::ui
