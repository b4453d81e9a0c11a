// The common properties of marks on a chart.
#pragma once

#include <vector>

#include <QPointF>
#include <QPolygonF>

namespace stepvault::ui {

/// `radius`: from the centre to each corner, in pixels.
inline QPolygonF diamond(const QPointF& center, double radius) {
    return {{center - QPointF(0, radius), center + QPointF(radius, 0), center + QPointF(0, radius),
             center - QPointF(radius, 0)}};
}

/// The one of `marks` whose `centerOf()` is nearest to `position`; nullptr where none is within `reach`.
template <class Mark, class Center>
const Mark* nearestMark(const std::vector<Mark>& marks, const QPointF& position, double reach,
                        const Center& centerOf) {
    const Mark* best = nullptr;
    double nearest = reach * reach;
    for (const Mark& mark : marks) {
        const QPointF away = centerOf(mark) - position;
        const double distance = QPointF::dotProduct(away, away);
        if (distance > nearest) continue;
        nearest = distance;
        best = &mark;
    }
    return best;
}

}  // namespace stepvault::ui
