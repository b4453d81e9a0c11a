#include "ui/charts/event_layer.h"

#include <utility>

#include <QPainter>

#include "ui/charts/mark_shape.h"

namespace stepvault::ui {

namespace {
constexpr double eventRadius = 4.5;
constexpr double eventReach = 9;
constexpr double barGap = 2.5;
}  // namespace

EventLayer::EventLayer() {
    setZValue(15);
    setAcceptedMouseButtons(Qt::NoButton);
}

void EventLayer::setColors(const Tokens& tokens) {
    surface_ = tokens.surface;
    faint_ = tokens.faint;
    warn_ = tokens.warn;
    update();
}

void EventLayer::setEvents(std::vector<Placed> events, const QRectF& area) {
    if (area != area_) prepareGeometryChange();
    events_ = std::move(events);
    area_ = area;
    update();
}

QPointF EventLayer::center(const Placed& placed) const {
    return {placed.x, area_.bottom() - eventRadius - 1};
}

const EventLayer::Placed* EventLayer::at(const QPointF& position) const {
    return nearestMark(events_, position, eventReach,
                       [this](const Placed& placed) { return center(placed); });
}

QRectF EventLayer::boundingRect() const {
    return area_.adjusted(-eventRadius - 1, 0, eventRadius + 1, 1);
}

void EventLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Placed& placed : events_) {
        const QPointF c = center(placed);
        if (placed.event.kind == PlotEvent::Kind::planned) {
            painter->setPen(QPen(faint_, 1, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter->setBrush(surface_);
            painter->drawPolygon(diamond(c, eventRadius));
            continue;
        }
        painter->setPen(QPen(warn_, 2, Qt::SolidLine, Qt::FlatCap));
        for (const double side : {-barGap, barGap})
            painter->drawLine(c + QPointF(side, -eventRadius), c + QPointF(side, eventRadius));
    }
}

}  // namespace stepvault::ui
