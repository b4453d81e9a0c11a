#include "ui/charts/event_series.h"

#include <utility>

#include <QScatterSeries>

#include "ui/charts/chart_series.h"
#include "ui/charts/mark_shape.h"

namespace stepvault::ui {

namespace {
constexpr double eventSize = 10;
constexpr double eventReach = 9;
}  // namespace

EventSeries::EventSeries(QChart& chart)
    : chart_(chart),
      planned_(addSeries<QScatterSeries>(chart)),
      interruptions_(addSeries<QScatterSeries>(chart)) {
    planned_->setMarkerShape(QScatterSeries::MarkerShapeRotatedRectangle);
    interruptions_->setMarkerShape(QScatterSeries::MarkerShapeTriangle);
    for (QScatterSeries* series : {planned_, interruptions_})
        series->setMarkerSize(eventSize);
}

void EventSeries::setColors(const Tokens& tokens) {
    planned_->setPen(QPen(tokens.faint, 1));
    planned_->setBrush(tokens.surface);
    interruptions_->setPen(Qt::NoPen);
    interruptions_->setBrush(tokens.warn);
}

void EventSeries::setEvents(std::vector<Placed> events, const PlotFrame& frame) {
    events_ = std::move(events);
    frame_ = frame;
    QList<QPointF> planned;
    QList<QPointF> interruptions;
    for (const Placed& placed : events_) {
        const QPointF at = center(placed);
        auto& points = placed.event.kind == PlotEvent::Kind::planned ? planned : interruptions;
        points.append({frame_.valueX(at.x()), frame_.valueY(at.y())});
    }
    planned_->replace(planned);
    interruptions_->replace(interruptions);
}

void EventSeries::raise() {
    ui::raise(chart_, *planned_);
    ui::raise(chart_, *interruptions_);
}

QPointF EventSeries::center(const Placed& placed) const {
    return {placed.x, frame_.area.bottom() - eventSize / 2 - 1};
}

const EventSeries::Placed* EventSeries::at(const QPointF& position) const {
    return nearestMark(events_, position, eventReach,
                       [this](const Placed& placed) { return center(placed); });
}

}  // namespace stepvault::ui
