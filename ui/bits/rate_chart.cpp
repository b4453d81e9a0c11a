#include "ui/bits/rate_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>

#include "ui/charts/axis_ticks.h"
#include "ui/text/format.h"
#include "ui/text/scheme_text.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {

constexpr double leftOfPlot = 30;
constexpr double belowPlot = 20;
constexpr double abovePlot = 18;
constexpr double rightOfPlot = 14;
constexpr double reach = 14;  // of the mouse
constexpr int ticks = 4;
constexpr double leastBits = 1e-3;

double logBits(double bits) {
    return std::log10(std::max(bits, leastBits));
}

}  // namespace

RateChart::RateChart(const Theme& theme, QWidget* parent) : WalkedChart(theme, parent), theme_(theme) {
    setAccessibleName(tr("Relative error by bits per weight, of every scheme"));
}

void RateChart::setView(std::shared_ptr<const BitsView> view, std::optional<RatePoint> chosen) {
    view_ = std::move(view);
    chosen_ = std::move(chosen);
    points_.clear();
    if (view_) {
        points_ = view_->adaptiveCurve();
        std::ranges::copy(view_->lcCurve(), std::back_inserter(points_));
        std::ranges::copy(view_->topnCurve(), std::back_inserter(points_));
        std::ranges::copy(view_->scarCurve(), std::back_inserter(points_));
        if (const auto exact = view_->exactPoint()) points_.push_back(*exact);
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

QRectF RateChart::plotArea() const {
    return QRectF(rect()).adjusted(leftOfPlot, abovePlot, -rightOfPlot, -belowPlot);
}

QPointF RateChart::placeOf(const RatePoint& point) const {
    const QRectF area = plotArea();
    const double share = (logBits(point.bits) - lowest_) / (highest_ - lowest_);
    return {area.left() + share * area.width(), area.bottom() - std::min(1.0, point.error) * area.height()};
}

QString RateChart::describe(std::optional<std::size_t> part) const {
    const auto tell = [](const RatePoint& at) {
        return tr("%1: %2 bits per weight, relative error %3")
            .arg(at.name, formatNumber(at.bits, 3), formatError(at.error));
    };
    return part ? tell(points_[*part]) : chosen_ ? tell(*chosen_) : QString();
}

void RateChart::paintAxes(QPainter& painter) const {
    const Tokens& tokens = theme_.tokens();
    const QRectF area = plotArea();
    for (const Tick& tick : linearTicks(0, 1, ticks, false)) {
        const double y = area.bottom() - tick.at * area.height();
        painter.setPen(QPen(tokens.grid, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(0, y - 8, leftOfPlot - 6, 16), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const Tick& tick : logTicks(lowest_, highest_, ticks)) {
        const double x = area.left() + (tick.at - lowest_) / (highest_ - lowest_) * area.width();
        if (x < area.left() || x > area.right()) continue;
        painter.drawText(QRectF(x - 30, area.bottom() + 3, 60, 16), Qt::AlignHCenter, tick.label);
    }
}

void RateChart::paintCurve(QPainter& painter, const std::vector<RatePoint>& curve, const QColor& color,
                           const QString& name, std::vector<QRectF>& named) const {
    if (curve.empty()) return;
    QPolygonF line;
    for (const RatePoint& point : curve)
        line << placeOf(point);
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const QPointF& at : line)
        painter.drawEllipse(at, 2.5, 2.5);
    // At the end of most bits, where curves lie apart.
    const QPointF end = *std::ranges::max_element(line, {}, &QPointF::x);
    const double width = painter.fontMetrics().horizontalAdvance(name) + 2.0;
    const bool isBeside = end.x() + 8 + width < plotArea().right();
    QRectF place = isBeside ? QRectF(end.x() + 8, end.y() - 7, width, 14)
                            : QRectF(plotArea().right() - width, end.y() - 18, width, 14);
    std::ranges::sort(named, std::ranges::greater(), &QRectF::top);
    for (const QRectF& other : named) {
        if (other.intersects(place)) place.moveBottom(other.top());
    }
    named.push_back(place);
    painter.setPen(color);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
}

void RateChart::paintEvent(QPaintEvent*) {
    if (!view_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    const Tokens& tokens = theme_.tokens();
    paintAxes(painter);
    std::vector<QRectF> named;
    if (const auto exact = view_->exactPoint())
        paintCurve(painter, {*exact}, tokens.series[2], schemeWord(Scheme::exact), named);
    paintCurve(painter, view_->adaptiveCurve(), tokens.series[0], schemeWord(Scheme::adaptive), named);
    paintCurve(painter, view_->lcCurve(), tokens.series[1], schemeWord(Scheme::lc), named);
    paintCurve(painter, view_->topnCurve(), tokens.series[3], schemeWord(Scheme::topn), named);
    paintCurve(painter, view_->scarCurve(), tokens.series[4], schemeWord(Scheme::scar), named);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.text, 1.5));
    painter.drawEllipse(placeOf(points_.back()), 7, 7);
    if (chosen_) {
        painter.setPen(QPen(tokens.surface, 1.5));
        painter.setBrush(tokens.accent);
        painter.drawEllipse(placeOf(*chosen_), 5.5, 5.5);
    }
    if (!held()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.text, 1));
    painter.drawEllipse(placeOf(points_[*held()]), 4.5, 4.5);
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
