#include "ui/charts/walked_chart.h"

#include <QGraphicsScene>
#include <QValueAxis>

#include "ui/charts/bare_chart.h"
#include "ui/charts/grid_layer.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

WalkedChart::WalkedChart(const Theme& theme, QWidget* parent)
    : Walked(bareChart(), parent),
      xAxis_(addHiddenAxis(*chart(), Qt::AlignBottom)),
      yAxis_(addHiddenAxis(*chart(), Qt::AlignLeft)),
      grid_(new GridLayer) {
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    scene()->addItem(grid_);
    const auto dress = [this, &theme] {
        setBackgroundBrush(theme.tokens().surface);
        grid_->setColors(theme.tokens());
    };
    dress();
    connect(&theme, &Theme::changed, this, [this, dress] {
        dress();
        layOut();
    });
}

void WalkedChart::setFrame(const PlotFrame& frame) {
    frame_ = frame;
    chart()->setPlotArea(frame.area);
    xAxis_->setRange(frame.range.x0, frame.range.x1);
    yAxis_->setRange(frame.range.y0, frame.range.y1);
    grid_->setFrame(frame, QRectF(QPointF(0, 0), QSizeF(viewport()->size())));
}

void WalkedChart::resizeEvent(QResizeEvent* event) {
    Walked::resizeEvent(event);
    layOut();
}

}  // namespace stepvault::ui
