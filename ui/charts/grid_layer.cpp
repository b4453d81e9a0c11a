#include "ui/charts/grid_layer.h"

#include <algorithm>

#include <QGuiApplication>
#include <QPainter>

#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr double xTickPixels = 110;
constexpr double yTickPixels = 44;
}  // namespace

GridLayer::GridLayer() : font_(QGuiApplication::font()) {
    font_.setPixelSize(captionPixels);
    setZValue(-1);
    setAcceptedMouseButtons(Qt::NoButton);
}

void GridLayer::setColors(const Tokens& tokens) {
    line_ = tokens.line;
    grid_ = tokens.grid;
    label_ = tokens.muted;
    update();
}

void GridLayer::setFrame(const PlotFrame& frame, AxisScale scale, bool values, const QRectF& bounds) {
    if (bounds != bounds_) prepareGeometryChange();
    bounds_ = bounds;
    frame_ = frame;
    const int columns = std::max(2, static_cast<int>(frame.area.width() / xTickPixels));
    const int rows = std::max(2, static_cast<int>(frame.area.height() / yTickPixels));
    const auto [low, high] = std::pair(frame.range.x0, frame.range.x1);
    xTicks_ = xKind_ == AxisKind::date    ? dateTicks(low, high, columns)
              : xScale_ == AxisScale::log ? logTicks(low, high, columns)
                                          : linearTicks(low, high, columns, xKind_ == AxisKind::whole);
    yTicks_ = scale == AxisScale::log ? logTicks(frame.range.y0, frame.range.y1, rows)
                                      : linearTicks(frame.range.y0, frame.range.y1, rows, false);
    if (!values) yTicks_.clear();
    update();
}

void GridLayer::setXAxis(const QString& name, AxisKind kind, AxisScale scale) {
    axisName_ = name;
    xKind_ = kind;
    xScale_ = scale;
}

void GridLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setFont(font_);
    const QRectF& area = frame_.area;
    for (const Tick& tick : yTicks_) {
        const double y = std::round(frame_.sceneY(tick.at)) + 0.5;
        painter->setPen(QPen(grid_, 1));
        painter->drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter->setPen(label_);
        painter->drawText(QRectF(bounds_.left(), y - 8, area.left() - bounds_.left() - 8, 16),
                          Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    const double base = std::round(area.bottom()) + 0.5;
    painter->setPen(QPen(line_, 1));
    painter->drawLine(QPointF(area.left(), base), QPointF(area.right(), base));
    const double nameWidth = painter->fontMetrics().horizontalAdvance(axisName_) + 16;
    for (const Tick& tick : xTicks_) {
        const double x = std::round(frame_.sceneX(tick.at)) + 0.5;
        painter->setPen(QPen(line_, 1));
        painter->drawLine(QPointF(x, base), QPointF(x, base + 3));
        if (x > area.right() - nameWidth) continue;
        painter->setPen(label_);
        painter->drawText(QRectF(x - 60, base + 5, 120, 16), Qt::AlignHCenter | Qt::AlignTop, tick.label);
    }
    painter->setPen(label_);
    painter->drawText(QRectF(area.right() - 120, base + 5, 120, 16), Qt::AlignRight | Qt::AlignTop,
                      axisName_);
}

}  // namespace stepvault::ui
