#include "ui/charts/mark_series.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "ui/charts/mark_shape.h"

namespace stepvault::ui {

namespace {
constexpr double markSize = 10;
constexpr double largeSize = 14;
constexpr double starGrowth = 1.4;  // a star looks smaller than a diamond of its size
constexpr double markReach = 10;
constexpr double markSpacing = 8;
}  // namespace

void MarkSeries::setColors(const Tokens& tokens, const QColor& series) {
    color_ = series;
    surface_ = tokens.surface;
    accent_ = tokens.accent;
    text_ = tokens.text;
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

QPointF MarkSeries::center(const Placed& placed) const {
    const double x = frame_.sceneX(placed.x);
    const double y = placed.y ? frame_.sceneY(*placed.y) : frame_.area.bottom() - largeSize / 2 - 2;
    return {x, y};
}

const MarkSeries::Placed* MarkSeries::at(const QPointF& position) const {
    return nearestMark(marks_, position, markReach, [this](const Placed& placed) { return center(placed); });
}

bool MarkSeries::isLarge(const PlotMark& mark) const {
    return mark.id == selected_ || mark.id == hovered_;
}

DotPool::Dots MarkSeries::look(const PlotMark& mark) const {
    const bool isSelected = mark.id == selected_;
    return {
        .points = {},
        .shape = mark.pinned ? QScatterSeries::MarkerShapeStar : QScatterSeries::MarkerShapeRotatedRectangle,
        .size = (isLarge(mark) ? largeSize : markSize) * (mark.pinned ? starGrowth : 1),
        .pen = QPen(isSelected ? text_ : color_, isSelected ? 2 : 1.5, Qt::SolidLine, Qt::SquareCap,
                    Qt::MiterJoin),
        .brush = !mark.key    ? surface_
                 : isSelected ? accent_
                              : color_};
}

std::vector<const MarkSeries::Placed*> MarkSeries::thinned() const {
    const QRectF inside = frame_.area.adjusted(-1, -1, 1, 1);
    std::array<std::vector<const Placed*>, 3> ranks;  // in the order in which they get their place
    for (const Placed& placed : marks_) {
        if (!inside.contains(center(placed))) continue;
        ranks[isLarge(placed.mark) ? 0 : placed.mark.pinned || placed.mark.key ? 1 : 2].push_back(&placed);
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
    // Key steps lie above deltas, and large marks above all.
    std::map<std::tuple<bool, bool, bool, bool>, DotPool::Dots> groups;
    for (const Placed* placed : thinned()) {
        const PlotMark& mark = placed->mark;
        const auto key = std::tuple(mark.id == selected_, isLarge(mark), mark.pinned, mark.key);
        auto [group, isNew] = groups.try_emplace(key);
        if (isNew) group->second = look(mark);
        const QPointF at = center(*placed);
        group->second.points.append({frame_.valueX(at.x()), frame_.valueY(at.y())});
    }
    std::vector<DotPool::Dots> dots;
    for (auto& [key, group] : groups)
        dots.push_back(std::move(group));
    dots_.set(dots);
}

}  // namespace stepvault::ui
