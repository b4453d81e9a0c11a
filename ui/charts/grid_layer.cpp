#include "ui/charts/grid_layer.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>

#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr double xTickPixels = 110;
constexpr double yTickPixels = 44;
constexpr double labelGap = 8;
constexpr double textHeight = 16;
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

void GridLayer::setXAxis(const QString& title, AxisKind kind, AxisScale scale) {
    xTitle_ = title;
    xKind_ = kind;
    xScale_ = scale;
}

void GridLayer::setYAxis(const QString& title, AxisScale scale, bool values) {
    yTitle_ = title;
    yScale_ = scale;
    hasValues_ = values;
}

void GridLayer::setRightAxis(const QString& title, const QColor& color) {
    rightTitle_ = title;
    right_ = color;
}

int GridLayer::rowsOf(const PlotFrame& frame) {
    // Even a small chart gets two numbers.
    return std::max(4, static_cast<int>(frame.area.height() / yTickPixels));
}

std::vector<Tick> GridLayer::yTicks(const PlotFrame& frame) const {
    if (!yLabels_.empty()) return yLabels_;
    if (!hasValues_) return {};
    const int rows = rowsOf(frame);
    const PlotRange& range = frame.range;
    return yScale_ == AxisScale::log ? logTicks(range.y0, range.y1, rows)
                                     : linearTicks(range.y0, range.y1, rows, false);
}

double GridLayer::widest(const std::vector<Tick>& ticks) const {
    const QFontMetricsF metrics(font_);
    double width = 0;
    for (const Tick& tick : ticks)
        width = std::max(width, metrics.horizontalAdvance(tick.label));
    return std::ceil(width);
}

double GridLayer::yLabelWidth(const PlotFrame& frame) const {
    return widest(yTicks(frame)) + 2 * labelGap;
}

double GridLayer::rightLabelWidth() const {
    return rightLabels_.empty() ? 0 : widest(rightLabels_) + labelGap;
}

void GridLayer::setFrame(const PlotFrame& frame, const QRectF& bounds) {
    if (bounds != bounds_) prepareGeometryChange();
    bounds_ = bounds;
    frame_ = frame;
    const int columns = std::max(2, static_cast<int>(frame.area.width() / xTickPixels));
    const auto [low, high] = std::pair(frame.range.x0, frame.range.x1);
    xTicks_ = !xLabels_.empty()           ? xLabels_
              : xKind_ == AxisKind::date  ? dateTicks(low, high, columns)
              : xScale_ == AxisScale::log ? logTicks(low, high, columns)
                                          : linearTicks(low, high, columns, xKind_ == AxisKind::whole);
    yTicks_ = yTicks(frame);
    update();
}

void GridLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setFont(font_);
    paintY(*painter);
    paintX(*painter);
    if (right_.isValid()) paintRight(*painter);
    paintRightLabels(*painter);
}

void GridLayer::paintY(QPainter& painter) const {
    const QRectF& area = frame_.area;
    for (const Tick& tick : yTicks_) {
        const double y = std::round(frame_.sceneY(tick.at)) + 0.5;
        painter.setPen(QPen(grid_, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(label_);
        painter.drawText(
            QRectF(bounds_.left(), y - textHeight / 2, area.left() - bounds_.left() - labelGap, textHeight),
            Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    painter.setPen(label_);
    const double room = rightTitle_.isEmpty() ? area.width() : bounds_.width() / 2 - labelGap;
    painter.drawText(QRectF(bounds_.left() + labelGap / 2, bounds_.top(), room, textHeight),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font_).elidedText(yTitle_, Qt::ElideRight, room));
}

void GridLayer::paintX(QPainter& painter) const {
    const QFontMetricsF metrics(font_);
    const QRectF& area = frame_.area;
    const double base = std::round(area.bottom()) + 0.5;
    painter.setPen(QPen(line_, 1));
    painter.drawLine(QPointF(area.left(), base), QPointF(area.right(), base));
    double end = bounds_.left() - labelGap;
    for (const Tick& tick : xTicks_) {
        const double x = std::round(frame_.sceneX(tick.at)) + 0.5;
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        const double left = std::clamp(x - width / 2, bounds_.left(), bounds_.right() - width);
        if (left < end + labelGap) continue;
        end = left + width;
        painter.setPen(QPen(line_, 1));
        painter.drawLine(QPointF(x, base), QPointF(x, base + 3));
        painter.setPen(label_);
        painter.drawText(QRectF(left, base + 5, width, textHeight), Qt::AlignHCenter | Qt::AlignTop,
                         tick.label);
    }
    painter.setPen(label_);
    // A title that is wider than the chart takes the room beside it, too.
    const bool isWide = metrics.horizontalAdvance(xTitle_) > area.width();
    const QRectF& across = isWide ? bounds_ : area;
    painter.drawText(QRectF(across.left(), base + 5 + textHeight, across.width(), textHeight),
                     Qt::AlignHCenter | Qt::AlignTop,
                     metrics.elidedText(xTitle_, Qt::ElideRight, across.width()));
}

void GridLayer::paintRight(QPainter& painter) const {
    const QRectF& area = frame_.area;
    painter.setPen(right_);
    for (const Tick& tick : linearTicks(0, 1, 2, false)) {
        const double y = area.bottom() - tick.at * area.height();
        painter.drawText(QRectF(area.right() + labelGap / 2, y - textHeight / 2,
                                bounds_.right() - area.right() - labelGap / 2, textHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, tick.label);
    }
    paintRightTitle(painter);
}

void GridLayer::paintRightTitle(QPainter& painter) const {
    const QRectF place(bounds_.center().x(), bounds_.top(), bounds_.width() / 2 - labelGap / 2, textHeight);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetricsF(font_).elidedText(rightTitle_, Qt::ElideRight, place.width()));
}

void GridLayer::paintRightLabels(QPainter& painter) const {
    const double left = frame_.area.right();
    painter.setPen(label_);
    for (const Tick& tick : rightLabels_) {
        const double y = frame_.sceneY(tick.at);
        painter.drawText(QRectF(left, y - textHeight / 2, bounds_.right() - left, textHeight),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    if (!right_.isValid()) paintRightTitle(painter);
}

}  // namespace stepvault::ui
