#include "ui/charts/crosshair_layer.h"

#include <algorithm>
#include <cmath>

#include <QGuiApplication>
#include <QPainter>

#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr double crosshairPadding = 8;
}  // namespace

CrosshairLayer::CrosshairLayer() : font_(QGuiApplication::font()) {
    font_.setPixelSize(labelPixels);
    setZValue(30);
    setAcceptedMouseButtons(Qt::NoButton);
}

void CrosshairLayer::setColors(const Tokens& tokens, const QColor& series) {
    line_ = tokens.faint;
    back_ = tokens.raised;
    ink_ = tokens.text;
    series_ = series;
    update();
}

void CrosshairLayer::setArea(const QRectF& area) {
    if (area != area_) prepareGeometryChange();
    area_ = area;
}

void CrosshairLayer::showAt(const QPointF& at, const QString& text) {
    at_ = at;
    text_ = text;
    update();
}

void CrosshairLayer::clear() {
    if (!at_) return;
    at_.reset();
    text_.clear();
    update();
}

void CrosshairLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    if (!at_) return;
    const double x = std::round(at_->x()) + 0.5;
    painter->setPen(QPen(line_, 1));
    painter->drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(back_, 1.5));
    painter->setBrush(series_);
    if (area_.contains(*at_)) painter->drawEllipse(*at_, 4, 4);

    painter->setFont(font_);
    const QRectF text = painter->fontMetrics().boundingRect(QRect(), Qt::AlignLeft, text_);
    QRectF box(0, 0, text.width() + 2 * crosshairPadding, text.height() + crosshairPadding);
    const bool left = x + 12 + box.width() > area_.right();
    box.moveTo(left ? x - 12 - box.width() : x + 12, area_.top() + 4);
    box.moveLeft(std::max(area_.left(), box.left()));
    painter->setPen(QPen(line_, 1));
    painter->setBrush(back_);
    painter->drawRoundedRect(box, 4, 4);
    painter->setPen(ink_);
    painter->drawText(box, Qt::AlignCenter, text_);
}

}  // namespace stepvault::ui
