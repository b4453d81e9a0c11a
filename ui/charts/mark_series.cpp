#include "ui/charts/mark_series.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <QScatterSeries>

#include "ui/charts/chart_series.h"
#include "ui/charts/mark_shape.h"

namespace stepvault::ui {

namespace {
constexpr double markSize = 10;
constexpr double largeSize = 14;
constexpr double starGrowth = 1.4;  // a star looks smaller than a diamond of its size
constexpr double markReach = 10;
constexpr double markSpacing = 8;
}  // namespace

MarkSeries::MarkSeries(QChart& chart) : chart_(chart) {
    for (auto& ofSize : series_) {
        for (auto& ofKind : ofSize) {
            for (std::size_t pinned = 0; pinned < 2; ++pinned) {
                ofKind[pinned] = addSeries<QScatterSeries>(chart);
                ofKind[pinned]->setMarkerShape(pinned ? QScatterSeries::MarkerShapeStar
                                                      : QScatterSeries::MarkerShapeRotatedRectangle);
            }
        }
    }
}

void MarkSeries::setColors(const Tokens& tokens, const QColor& series) {
    color_ = series;
    surface_ = tokens.surface;
    accent_ = tokens.accent;
    text_ = tokens.text;
    style();
}

void MarkSeries::style() {
    for (std::size_t size = 0; size < sizeCount; ++size) {
        const bool isSelected = size == selectedSize;
        for (std::size_t isKey = 0; isKey < 2; ++isKey) {
            for (std::size_t pinned = 0; pinned < 2; ++pinned) {
                QScatterSeries& series = *series_[size][isKey][pinned];
                series.setMarkerSize((size == plainSize ? markSize : largeSize) * (pinned ? starGrowth : 1));
                series.setPen(QPen(isSelected ? text_ : color_, isSelected ? 2 : 1.5, Qt::SolidLine,
                                   Qt::SquareCap, Qt::MiterJoin));
                series.setBrush(!isKey ? surface_ : isSelected ? accent_ : color_);
            }
        }
    }
}

void MarkSeries::setMarks(std::vector<Placed> marks, const PlotFrame& frame) {
    marks_ = std::move(marks);
    frame_ = frame;
    draw();
}

void MarkSeries::setSelected(const QString& id) {
    if (selected_ == id) return;
    selected_ = id;
    draw();
}

void MarkSeries::setHovered(const QString& id) {
    if (hovered_ == id) return;
    hovered_ = id;
    draw();
}

void MarkSeries::raise() {
    for (const auto& ofSize : series_) {
        for (const auto& ofKind : ofSize) {
            for (QScatterSeries* series : ofKind)
                ui::raise(chart_, *series);
        }
    }
}

QPointF MarkSeries::center(const Placed& placed) const {
    const double x = frame_.sceneX(placed.x);
    const double y = placed.y ? frame_.sceneY(*placed.y) : frame_.area.bottom() - largeSize / 2 - 2;
    return {x, y};
}

const MarkSeries::Placed* MarkSeries::at(const QPointF& position) const {
    return nearestMark(marks_, position, markReach, [this](const Placed& placed) { return center(placed); });
}

MarkSeries::Size MarkSeries::sizeOf(const PlotMark& mark) const {
    return mark.id == selected_ ? selectedSize : mark.id == hovered_ ? hoveredSize : plainSize;
}

std::vector<const MarkSeries::Placed*> MarkSeries::thinned() const {
    const QRectF inside = frame_.area.adjusted(-1, -1, 1, 1);
    std::array<std::vector<const Placed*>, 3> ranks;  // in the order in which they get their place
    for (const Placed& placed : marks_) {
        if (!inside.contains(center(placed))) continue;
        const bool isSpecial = sizeOf(placed.mark) != plainSize;
        ranks[isSpecial ? 0 : placed.mark.pinned || placed.mark.key ? 1 : 2].push_back(&placed);
    }
    std::vector<const Placed*> shown = ranks[0];
    std::multimap<double, double> taken;  // x and y
    for (const Placed* placed : ranks[0])
        taken.emplace(center(*placed).x(), center(*placed).y());
    for (const auto& rank : {ranks[1], ranks[2]}) {
        for (const Placed* placed : rank) {
            const QPointF at = center(*placed);
            const auto first = taken.lower_bound(at.x() - markSpacing);
            const auto last = taken.upper_bound(at.x() + markSpacing);
            const bool isCovered = std::any_of(first, last, [&](const auto& other) {
                return std::abs(other.second - at.y()) < markSpacing;
            });
            if (isCovered) continue;
            taken.emplace(at.x(), at.y());
            shown.push_back(placed);
        }
    }
    return shown;
}

void MarkSeries::draw() {
    std::array<std::array<std::array<QList<QPointF>, 2>, 2>, sizeCount> points;
    for (const Placed* placed : thinned()) {
        const QPointF at = center(*placed);
        const PlotMark& mark = placed->mark;
        points[sizeOf(mark)][mark.key ? 1 : 0][mark.pinned ? 1 : 0].append(
            {frame_.valueX(at.x()), frame_.valueY(at.y())});
    }
    for (std::size_t size = 0; size < sizeCount; ++size) {
        for (std::size_t isKey = 0; isKey < 2; ++isKey) {
            for (std::size_t pinned = 0; pinned < 2; ++pinned) {
                QScatterSeries& series = *series_[size][isKey][pinned];
                const QList<QPointF>& placed = points[size][isKey][pinned];
                if (series.count() > 0 || !placed.isEmpty()) series.replace(placed);
            }
        }
    }
}

std::size_t MarkSeries::drawn() const {
    std::size_t count = 0;
    for (const auto& ofSize : series_) {
        for (const auto& ofKind : ofSize) {
            for (const QScatterSeries* series : ofKind)
                count += static_cast<std::size_t>(series->count());
        }
    }
    return count;
}

}  // namespace stepvault::ui
