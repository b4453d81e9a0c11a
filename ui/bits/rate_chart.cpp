#include "ui/bits/rate_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QChart>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>
#include <QToolTip>

#include "ui/charts/grid_layer.h"
#include "ui/text/format.h"
#include "ui/text/scheme_text.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {

constexpr double rightOfPlot = 14;
constexpr double reach = 14;  // of the mouse
constexpr double storedSize = 15;
constexpr double chosenSize = 12;
constexpr double heldSize = 10;
constexpr double lowestError = -0.03;  // room for the dots
constexpr double highestError = 1.06;
constexpr double leastBits = 1e-3;
constexpr double errorStep = 0.01;  // of the page's slider

std::size_t colorOf(Scheme scheme) {
    switch (scheme) {
        case Scheme::adaptive:
            return 0;
        case Scheme::lc:
            return 1;
        case Scheme::exact:
            return 2;
        case Scheme::topn:
            return 3;
        case Scheme::scar:
            return 4;
    }
    return 0;
}

bool isSameSetting(const SchemeChoice& a, const SchemeChoice& b) {
    if (a.scheme != b.scheme) return false;
    const SchemeSetting setting = traits_of(a.scheme).setting;
    return setting == SchemeSetting::bits    ? a.bits == b.bits
           : setting == SchemeSetting::error ? std::abs(a.error - b.error) < errorStep / 2
                                             : true;
}

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
        setCurves();
        setRange();
    }
    tellAgain();
}

void RateChart::setCurves() {
    for (const RateCurve& curve : view_->curves()) {
        Curve drawn{.points = {}, .name = schemeWord(curve.scheme), .color = colorOf(curve.scheme)};
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            if (!curve.dominated[i]) drawn.points.push_back(curve.points[i]);
        }
        points_.insert(points_.end(), drawn.points.begin(), drawn.points.end());
        curves_.push_back(std::move(drawn));
    }
    points_.push_back(view_->storedPoint());
    // The name of the exact scheme is placed first: its single point lies at the edge.
    if (view_->exactPoint()) std::ranges::rotate(curves_, curves_.end() - 1);
}

void RateChart::setRange() {
    double least = INFINITY;
    double most = -INFINITY;
    for (const RatePoint& point : points_) {
        least = std::min(least, logBits(point.bits));
        most = std::max(most, logBits(point.bits));
    }
    if (chosen_) {
        least = std::min(least, logBits(chosen_->bits));
        most = std::max(most, logBits(chosen_->bits));
    }
    lowest_ = least - 0.1;
    highest_ = most + 0.1;
}

std::optional<std::size_t> RateChart::chosenPart() const {
    if (!chosen_) return {};
    const auto at = std::ranges::find_if(points_, [this](const RatePoint& point) {
        return point.choice && chosen_->choice && isSameSetting(*point.choice, *chosen_->choice);
    });
    if (at == points_.end()) return {};
    return static_cast<std::size_t>(at - points_.begin());
}

void RateChart::chooseHeld() {
    if (!held()) return;
    const auto choice = points_[*held()].choice;
    if (choice) emit settingChosen(*choice);
}

void RateChart::mouseMoveEvent(QMouseEvent* event) {
    WalkedChart::mouseMoveEvent(event);
    QToolTip::showText(event->globalPosition().toPoint(), toolTip(), this);
    const bool canChoose = held() && points_[*held()].choice;
    viewport()->setCursor(canChoose ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void RateChart::mouseReleaseEvent(QMouseEvent* event) {
    WalkedChart::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton) return;
    hold(partAt(event->position()));
    chooseHeld();
}

void RateChart::keyPressEvent(QKeyEvent* event) {
    // The keys walk on from the chosen setting, wherever the mouse is, or from a point that cannot be chosen.
    const bool canChoose = !held() || points_[*held()].choice;
    if (const auto part = chosenPart(); part && canChoose) hold(part);
    WalkedChart::keyPressEvent(event);
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) chooseHeld();
}

QPointF RateChart::placeOf(const RatePoint& point) const {
    return {frame().sceneX(logBits(point.bits)), frame().sceneY(std::min(1.0, point.error))};
}

QString RateChart::describe(std::optional<std::size_t> part) const {
    const auto tell = [](const RatePoint& at) {
        return tr("%1: relative error %2, %3 bits per weight, %4 for this step")
            .arg(at.name, formatError(at.error), formatNumber(at.bits, 3), formatBytes(at.bytes));
    };
    return part ? tell(points_[*part]) : chosen_ ? tell(*chosen_) : QString();
}

void RateChart::layOut() {
    if (!view_ || points_.empty()) return;
    const Tokens& tokens = theme_.tokens();
    grid().setXAxis(tr("Size (bits per weight)"), AxisKind::number, AxisScale::log);
    grid().setYAxis(tr("Relative error (0: exact)"), AxisScale::linear, true);
    PlotFrame plot{
        {QPointF(0, GridLayer::above),
         QPointF(width() - rightOfPlot, std::max<double>(height() - GridLayer::below, GridLayer::above + 1))},
        {lowest_, highest_, lowestError, highestError}};
    plot.area.setLeft(grid().yLabelWidth(plot));
    setFrame(plot);
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
