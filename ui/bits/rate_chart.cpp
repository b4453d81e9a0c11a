#include "ui/bits/rate_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QChart>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>

#include "ui/charts/grid_layer.h"
#include "ui/text/format.h"
#include "ui/text/scheme_text.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {

constexpr double leftOfPlot = 36;
constexpr double rightOfPlot = 14;
constexpr double reach = 14;  // of the mouse
constexpr double storedSize = 15;
constexpr double chosenSize = 12;
constexpr double heldSize = 10;
constexpr double lowestError = -0.03;  // room for the dots
constexpr double highestError = 1.06;
constexpr double leastBits = 1e-3;

double logBits(double bits) {
    return std::log10(std::max(bits, leastBits));
}

}  // namespace

RateChart::RateChart(const Theme& theme, QWidget* parent)
    : WalkedChart(theme, parent), theme_(theme), lines_(*chart()), dots_(*chart()) {
    setAccessibleName(tr("Relative error by bits per weight, of every scheme"));
}

void RateChart::setView(std::shared_ptr<const BitsView> view, std::optional<RatePoint> chosen) {
    view_ = std::move(view);
    chosen_ = std::move(chosen);
    points_.clear();
    curves_.clear();
    if (view_) {
        const auto add = [this](const std::vector<RatePoint>& points, Scheme scheme, std::size_t color) {
            if (!points.empty()) curves_.push_back({points, schemeWord(scheme), color});
        };
        const auto exact = view_->exactPoint();
        if (exact) add({*exact}, Scheme::exact, 2);
        add(view_->adaptiveCurve(), Scheme::adaptive, 0);
        add(view_->lcCurve(), Scheme::lc, 1);
        add(view_->topnCurve(), Scheme::topn, 3);
        add(view_->scarCurve(), Scheme::scar, 4);
        for (const Curve& curve : curves_)
            points_.insert(points_.end(), curve.points.begin(), curve.points.end());
        // The keys come to the exact point last.
        if (exact) std::ranges::rotate(points_, points_.begin() + 1);
        const BitsFigures stored = view_->stored();
        points_.push_back({stored.bitsPerWeight, stored.error, tr("as stored")});
        double least = INFINITY;
        double most = 0;
        for (const RatePoint& point : points_) {
            least = std::min(least, logBits(point.bits));
            most = std::max(most, std::pow(10, logBits(point.bits)));
        }
        lowest_ = least - 0.1;
        highest_ = std::log10(most) + 0.1;
    }
    tellAgain();
}

QPointF RateChart::placeOf(const RatePoint& point) const {
    return {frame().sceneX(logBits(point.bits)), frame().sceneY(std::min(1.0, point.error))};
}

QString RateChart::describe(std::optional<std::size_t> part) const {
    const auto tell = [](const RatePoint& at) {
        return tr("%1: %2 bits per weight, relative error %3")
            .arg(at.name, formatNumber(at.bits, 3), formatError(at.error));
    };
    return part ? tell(points_[*part]) : chosen_ ? tell(*chosen_) : QString();
}

void RateChart::layOut() {
    if (!view_ || points_.empty()) return;
    const Tokens& tokens = theme_.tokens();
    const QRectF area(
        QPointF(leftOfPlot, GridLayer::above),
        QPointF(width() - rightOfPlot, std::max<double>(height() - GridLayer::below, GridLayer::above + 1)));
    grid().setXAxis(tr("Bits per weight"), AxisKind::number, AxisScale::log);
    grid().setYAxis(tr("Relative error"), AxisScale::linear, true);
    setFrame({area, {lowest_, highest_, lowestError, highestError}});
    const auto placed = [](const RatePoint& point) {
        return QPointF(logBits(point.bits), std::min(1.0, point.error));
    };
    std::vector<LinePool::Line> lines;
    std::vector<DotPool::Dots> dots;
    std::vector<QRectF> named;
    std::size_t used = 0;
    for (const Curve& curve : curves_) {
        const QColor& color = tokens.series[curve.color];
        QList<QPointF> points;
        for (const RatePoint& point : curve.points)
            points.append(placed(point));
        dots.push_back({.points = points, .brush = color});
        lines.push_back({std::move(points), QPen(color, 1.5)});
        if (used == names_.size()) names_.push_back(scene()->addSimpleText({}));
        QGraphicsSimpleTextItem& label = *names_[used++];
        label.setBrush(color);
        nameCurve(label, curve, named);
    }
    for (std::size_t i = 0; i < names_.size(); ++i)
        names_[i]->setVisible(i < used);
    dots.push_back({.points = {placed(points_.back())}, .size = storedSize, .pen = QPen(tokens.text, 1.5)});
    if (chosen_) {
        dots.push_back({.points = {placed(*chosen_)},
                        .size = chosenSize,
                        .pen = QPen(tokens.surface, 1.5),
                        .brush = tokens.accent});
    }
    if (held())
        dots.push_back({.points = {placed(points_[*held()])}, .size = heldSize, .pen = QPen(tokens.text, 1)});
    const bool isAbove = lines_.set(lines);
    dots_.set(dots);
    if (isAbove) dots_.raise();
}

/// At the end of most bits, where curves lie apart. `named`: the places of other names, to which it adds this
/// one's.
void RateChart::nameCurve(QGraphicsSimpleTextItem& label, const Curve& curve,
                          std::vector<QRectF>& named) const {
    QFont font = this->font();
    font.setPixelSize(captionPixels);
    label.setFont(font);
    label.setText(curve.name);
    const QPointF end = placeOf(*std::ranges::max_element(curve.points, {}, &RatePoint::bits));
    const double width = label.boundingRect().width();
    const double height = label.boundingRect().height();
    const bool isBeside = end.x() + 8 + width < frame().area.right();
    QRectF place(isBeside ? end + QPointF(8, -height / 2)
                          : QPointF(frame().area.right() - width, end.y() - height - 4),
                 QSizeF(width, height));
    std::ranges::sort(named, std::ranges::greater(), &QRectF::top);
    for (const QRectF& other : named) {
        if (other.intersects(place)) place.moveBottom(other.top());
    }
    named.push_back(place);
    label.setPos(place.topLeft());
}

std::optional<std::size_t> RateChart::partAt(const QPointF& place) const {
    std::optional<std::size_t> nearest;
    double best = reach;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const QPointF off = placeOf(points_[i]) - place;
        const double distance = std::hypot(off.x(), off.y());
        if (distance >= best) continue;
        best = distance;
        nearest = i;
    }
    return nearest;
}

}  // namespace stepvault::ui
