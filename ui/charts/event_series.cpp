#include "ui/charts/event_series.h"

#include <utility>

#include "ui/charts/mark_shape.h"

namespace stepvault::ui {

namespace {
constexpr double eventSize = 10;
constexpr double eventReach = 9;
}  // namespace

void EventSeries::setColors(const Tokens& tokens) {
    surface_ = tokens.surface;
    faint_ = tokens.faint;
    warn_ = tokens.warn;
}

void EventSeries::setEvents(std::vector<Placed> events, const PlotFrame& frame) {
    events_ = std::move(events);
    frame_ = frame;
    DotPool::Dots planned{.points = {},
                          .shape = QScatterSeries::MarkerShapeRotatedRectangle,
                          .size = eventSize,
                          .pen = QPen(faint_, 1),
                          .brush = surface_};
    DotPool::Dots interruptions{
        .points = {}, .shape = QScatterSeries::MarkerShapeTriangle, .size = eventSize, .brush = warn_};
    for (const Placed& placed : events_) {
        const QPointF at = center(placed);
        auto& dots = placed.event.kind == PlotEvent::Kind::planned ? planned : interruptions;
        dots.points.append({frame_.valueX(at.x()), frame_.valueY(at.y())});
    }
    dots_.set({planned, interruptions});
}

QPointF EventSeries::center(const Placed& placed) const {
    return {placed.x, frame_.area.bottom() - eventSize / 2 - 1};
}

const EventSeries::Placed* EventSeries::at(const QPointF& position) const {
    return nearestMark(events_, position, eventReach,
                       [this](const Placed& placed) { return center(placed); });
}

}  // namespace stepvault::ui
