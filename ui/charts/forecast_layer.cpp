#include "ui/charts/forecast_layer.h"

#include <utility>

#include <QGuiApplication>
#include <QPainter>

#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr float bandOpacity = 0.16F;
constexpr double forecastGap = 6;
}  // namespace

ForecastLayer::ForecastLayer() : font_(QGuiApplication::font()) {
    font_.setPixelSize(captionPixels);
    setZValue(10);
    setAcceptedMouseButtons(Qt::NoButton);
}

void ForecastLayer::setColors(const Tokens& tokens, const QColor& series) {
    line_ = tokens.faint;
    label_ = tokens.muted;
    ink_ = tokens.text;
    series_ = series;
    update();
}

void ForecastLayer::setShape(const QRectF& area, QPolygonF fit, QPolygonF band, double since) {
    if (area != area_) prepareGeometryChange();
    area_ = area;
    fit_ = std::move(fit);
    band_ = std::move(band);
    since_ = since;
    update();
}

void ForecastLayer::setSinceName(const QString& name) {
    sinceName_ = name;
    update();
}

void ForecastLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setClipRect(area_);
    painter->setRenderHint(QPainter::Antialiasing);
    QColor shade = series_;
    shade.setAlphaF(bandOpacity);
    painter->setPen(Qt::NoPen);
    painter->setBrush(shade);
    painter->drawPolygon(band_);
    if (since_ > area_.left() && since_ < area_.right()) {
        const double x = std::round(since_) + 0.5;
        painter->setPen(QPen(line_, 1, Qt::DotLine));
        painter->drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
        const double width = QFontMetricsF(font_).horizontalAdvance(sinceName_);
        const bool fits = x + forecastGap + width < area_.right();
        painter->setFont(font_);
        painter->setPen(label_);
        painter->drawText(
            QRectF(fits ? x + forecastGap : x - forecastGap - width, area_.top(), width + 1, 16),
            Qt::AlignLeft | Qt::AlignVCenter, sinceName_);
    }
    QPen pen(ink_, 1.5, Qt::DashLine);
    pen.setDashPattern({4, 3});
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPolyline(fit_);
}

}  // namespace stepvault::ui
