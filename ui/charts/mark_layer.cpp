#include "ui/charts/mark_layer.h"

#include <array>
#include <cmath>

#include <QPainter>

#include "ui/charts/mark_shape.h"

namespace stepvault::ui {

namespace {
constexpr double markRadius = 4.5;
constexpr double largeRadius = 6.5;
constexpr double markReach = 10;
constexpr double pinGap = 4;
constexpr double pinHalf = 3.5;
}  // namespace

MarkLayer::MarkLayer() {
    setZValue(20);
    setAcceptedMouseButtons(Qt::NoButton);
}

void MarkLayer::setColors(const Tokens& tokens, const QColor& series) {
    series_ = series;
    surface_ = tokens.surface;
    accent_ = tokens.accent;
    text_ = tokens.text;
    update();
}

void MarkLayer::setMarks(std::vector<Placed> marks) {
    marks_ = std::move(marks);
    update();
}

void MarkLayer::setFrame(const PlotFrame& frame, const QRectF& bounds) {
    if (bounds != bounds_) prepareGeometryChange();
    bounds_ = bounds;
    frame_ = frame;
    update();
}

void MarkLayer::setSelected(const QString& id) {
    if (selected_ == id) return;
    selected_ = id;
    update();
}

void MarkLayer::setHovered(const QString& id) {
    if (hovered_ == id) return;
    hovered_ = id;
    update();
}

QPointF MarkLayer::center(const Placed& placed) const {
    const double x = frame_.sceneX(placed.x);
    const double y = placed.y ? frame_.sceneY(*placed.y) : frame_.area.bottom() - largeRadius - 2;
    return {x, y};
}

const MarkLayer::Placed* MarkLayer::at(const QPointF& position) const {
    return nearestMark(marks_, position, markReach, [this](const Placed& placed) { return center(placed); });
}

void MarkLayer::paintMark(QPainter& painter, const Placed& placed, double r) const {
    const QPointF c = center(placed);
    const bool chosen = placed.mark.id == selected_;
    const QColor edge = chosen ? text_ : series_;
    painter.setPen(QPen(edge, chosen ? 2 : 1.5, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(placed.mark.key ? QBrush(chosen ? accent_ : series_) : QBrush(surface_));
    painter.drawPolygon(diamond(c, r));
    if (!placed.mark.pinned) return;
    const double top = c.y() - r - pinGap;
    painter.drawLine(QPointF(c.x() - pinHalf, top), QPointF(c.x() + pinHalf, top));
}

void MarkLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF shown =
        frame_.area.adjusted(-largeRadius - 2, -largeRadius - 2, largeRadius + 2, largeRadius + 2);
    painter->setClipRect(shown);
    const auto isInside = [this](const QPointF& at) {
        return frame_.area.adjusted(-1, -1, 1, 1).contains(at);
    };
    const auto special = [this](const Placed& p) { return p.mark.id == selected_ || p.mark.id == hovered_; };
    // Of thousands within one column of pixels one is enough: they come by step.
    std::array<double, 2> drawn{-1, -1};
    for (const Placed& placed : marks_) {
        const QPointF at = center(placed);
        double& last = drawn[placed.mark.key ? 1 : 0];
        if (special(placed) || !isInside(at) || std::abs(at.x() - last) < 1) continue;
        paintMark(*painter, placed, markRadius);
        last = at.x();
    }
    for (const Placed& placed : marks_) {
        if (special(placed) && isInside(center(placed))) paintMark(*painter, placed, largeRadius);
    }
}

}  // namespace stepvault::ui
