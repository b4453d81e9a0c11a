#include "ui/charts/framed_chart.h"

#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QValueAxis>

#include "ui/charts/grid_layer.h"

namespace stepvault::ui {

namespace {

QChart* bareChart() {
    auto* chart = new QChart;
    chart->legend()->hide();
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setBackgroundVisible(false);
    // The view takes over the chart's minimum with each resize, which would disturb the layout around it.
    chart->setMinimumSize(0, 0);
    return chart;
}

QValueAxis* addHiddenAxis(QChart& chart, Qt::Alignment side) {
    auto* axis = new QValueAxis(&chart);
    axis->setLabelsVisible(false);
    axis->setGridLineVisible(false);
    axis->setLineVisible(false);
    chart.addAxis(axis, side);
    return axis;
}

}  // namespace

FramedChart::FramedChart(QWidget* parent)
    : QChartView(bareChart(), parent),
      xAxis_(addHiddenAxis(*chart(), Qt::AlignBottom)),
      yAxis_(addHiddenAxis(*chart(), Qt::AlignLeft)),
      grid_(new GridLayer) {
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    scene()->addItem(grid_);
}

void FramedChart::setColors(const Tokens& tokens) {
    setBackgroundBrush(tokens.surface);
    grid_->setColors(tokens);
}

void FramedChart::setFrame(const PlotFrame& frame) {
    frame_ = frame;
    chart()->setPlotArea(frame.area);
    xAxis_->setRange(frame.range.x0, frame.range.x1);
    yAxis_->setRange(frame.range.y0, frame.range.y1);
    grid_->setFrame(frame, bounds());
}

QRectF FramedChart::bounds() const {
    return {QPointF(0, 0), QSizeF(viewport()->size())};
}

}  // namespace stepvault::ui
