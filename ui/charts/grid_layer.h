#pragma once

#include <utility>
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
    /// The room that titles and labels take above and below a chart, in pixels.
    static constexpr double above = 22;
    static constexpr double below = 40;

    GridLayer();

    void setColors(const Tokens& tokens);
    /// The axes' titles and scales are in force with the next frame.
    void setXAxis(const QString& title, AxisKind kind, AxisScale scale);
    /// Without `values` the axis has no numbers.
    void setYAxis(const QString& title, AxisScale scale, bool values);
    /// Labels in the place of numbers; only those that do not overlap are drawn. Empty: numbers.
    void setXLabels(std::vector<Tick> labels) { xLabels_ = std::move(labels); }
    /// The same of the vertical axis, all of them. Empty: numbers.
    void setYLabels(std::vector<Tick> labels) { yLabels_ = std::move(labels); }
    /// Texts at the right of the chart, and the title above them.
    void setRightLabels(std::vector<Tick> labels, const QString& title = {}) {
        rightLabels_ = std::move(labels);
        rightTitle_ = title;
    }
    /// A second axis at the right, from 0 to 1 over the height of the chart.
    void setRightAxis(const QString& title, const QColor& color);
    /// The room at the left, in pixels, that the vertical axis' labels take in this range.
    [[nodiscard]] double yLabelWidth(const PlotFrame& frame) const;
    /// The same of the labels at the right.
    [[nodiscard]] double rightLabelWidth() const;
    /// As many numbers stand along the vertical axis, about.
    [[nodiscard]] static int rowsOf(const PlotFrame& frame);
    void setFrame(const PlotFrame& frame, const QRectF& bounds);

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    [[nodiscard]] std::vector<Tick> yTicks(const PlotFrame& frame) const;
    [[nodiscard]] double widest(const std::vector<Tick>& ticks) const;
    void paintX(QPainter& painter) const;
    void paintY(QPainter& painter) const;
    void paintRight(QPainter& painter) const;
    void paintRightLabels(QPainter& painter) const;
    void paintRightTitle(QPainter& painter) const;

    QRectF bounds_;
    PlotFrame frame_;
    std::vector<Tick> xTicks_;
    std::vector<Tick> yTicks_;
    std::vector<Tick> xLabels_;
    std::vector<Tick> yLabels_;
    std::vector<Tick> rightLabels_;
    QString rightTitle_;
    QColor right_;
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
