// The lines of PlotView, and several curves at once.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/chart_table.h"
#include "ui/charts/crosshair_layer.h"
#include "ui/charts/decimate.h"
#include "ui/charts/event_series.h"
#include "ui/charts/forecast_series.h"
#include "ui/charts/mark_series.h"
#include "ui/charts/plot_view.h"
#include "ui/charts/readout_layer.h"
#include "ui/text/format.h"
#include "ui/theme/series_pen.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double curveWidth = 1.5;
constexpr double dotWidth = 2.5;
constexpr double strongWidth = 3;
constexpr double paleShare = 0.3;
constexpr float bandShade = 0.16F;
constexpr double hoverPixels = 24;
constexpr int mostColumns = 1000;
}  // namespace

void PlotView::setCurves(std::vector<PlotCurve> curves) {
    model_.setCurves(std::move(curves));
    readout_->clear();
    scheduleDraw();
}

void PlotView::tellHint() {
    QStringList hints;
    if (model_.curve().empty() && model_.curves().empty() && !model_.isEmpty())
        hints << tr("no metric was found in the run's folder yet");
    std::size_t notPositive = model_.rawLine().notPositive;
    std::size_t nonFinite = model_.rawLine().nonFinite;
    for (const CurveSet::Curve& curve : model_.curves().curves()) {
        notPositive += curve.raw.notPositive;
        nonFinite += curve.raw.nonFinite;
    }
    if (notPositive > 0)
        hints << counted(notPositive, tr("%1 point not positive, hidden"),
                         tr("%1 points not positive, hidden"));
    if (nonFinite > 0)
        hints << counted(nonFinite, tr("%1 point NaN or infinite"), tr("%1 points NaN or infinite"));
    const QString hint = hints.join(QStringLiteral(" · "));
    if (hint != hint_) emit hintChanged(hint_ = hint);
}

void PlotView::placeCurves() {
    const Tokens& tokens = theme_.tokens();
    struct Drawn {
        const Sanitized* line;
        QPen pen;
        bool onRight = false;
    };
    // Not by transparency: where the pieces of a line overlap, that would show.
    const QColor raw = model_.isSmoothed() ? blend(tokens.surface, seriesColor(), 0.25) : seriesColor();
    std::vector<Drawn> drawn{{&model_.rawLine(), QPen(raw, curveWidth)},
                             {&model_.smoothLine(), QPen(seriesColor(), curveWidth)},
                             {&model_.guideLine(), QPen(tokens.faint, 1, Qt::DashLine)}};
    // All raw curves first, so that none lies over a smoothed one.
    for (const CurveSet::Curve& curve : model_.curves().curves()) {
        QPen pen = curvePen(curve);
        // The line in front has the full colour.
        if (model_.isSmoothed()) pen = QPen(blend(tokens.surface, pen.color(), 0.25), curveWidth);
        drawn.push_back({&curve.raw, pen, curve.onRight});
    }
    for (const CurveSet::Curve& curve : model_.curves().curves())
        drawn.push_back({&curve.smooth, curvePen(curve), curve.onRight});

    auto count = std::ranges::count_if(drawn, [](const Drawn& d) { return !d.line->segments.empty(); });
    // A band has two edges.
    for (const CurveSet::Curve& curve : model_.curves().curves())
        count += curve.low.segments.empty() ? 0 : 2;
    const int columns = std::min({mostColumns, static_cast<int>(frame().area.width()),
                                  mostColumnsInAll_ / std::max(1, static_cast<int>(count))});
    placeBands(columns);
    std::vector<LinePool::Line> lines;
    // A line through a single point, which Qt Charts does not draw.
    const double half = dotWidth / 2 / frame().area.width() * (frame().range.x1 - frame().range.x0);
    for (auto& [line, pen, onRight] : drawn) {
        pen.setCapStyle(Qt::SquareCap);
        pen.setJoinStyle(Qt::BevelJoin);
        for (std::size_t i = 0; i < line->segments.size(); ++i) {
            QList<QPointF> points;
            for (const PlotPoint& point :
                 decimate(line->segments[i], line->blocks[i], frame().range.x0, frame().range.x1, columns))
                points.append({point.x, onRight && right_ ? right_->toLeft(point.y) : point.y});
            if (points.size() == 1) {
                const QPointF at = points.front();
                points = {at - QPointF(half, 0), at + QPointF(half, 0)};
            }
            if (!points.isEmpty()) lines.push_back({std::move(points), pen});
        }
    }
    if (!lines_.set(lines)) return;
    forecast_->raise();
    events_->raise();
    marks_->raise();
}

void PlotView::setMostPoints(std::size_t points) {
    // A column has at most two points: its lowest and its highest.
    const int columns = static_cast<int>(points) / 2;
    if (columns == mostColumnsInAll_) return;
    mostColumnsInAll_ = columns;
    scheduleDraw();
}

void PlotView::showReadoutAt(std::optional<double> x) {
    otherMouse_ = x;
    if (!x || !showReadoutNear(*x)) readout_->clear();
}

void PlotView::showReadout(const QPointF& at) {
    const double x = xUnder(at.x());
    if (!frame().area.contains(at) || !showReadoutNear(x)) return leaveReadout();
    emit readoutMoved(x);
}

void PlotView::leaveReadout() {
    readout_->clear();
    hoverCurve({});
    if (!model_.curves().empty()) emit readoutMoved(std::nullopt);
}

bool PlotView::showReadoutNear(double at) {
    const auto x = model_.nearestX(at);
    if (!x) return false;
    std::vector<ReadoutLayer::Entry> entries;
    const auto add = [&](const QPen& pen, const QString& id, const QString& name, std::optional<double> value,
                         bool onRight) {
        if (!value) return;
        auto y = model_.onAxis(value);
        if (y && onRight && right_) y = right_->toLeft(*y);
        entries.push_back({.pen = pen,
                           .name = name,
                           .value = formatLoss(value),
                           .y = y ? frame().sceneY(*y) : frame().area.bottom() + 100,
                           .id = id});
    };
    if (!model_.curve().empty()) add(QPen(seriesColor(), curveWidth), {}, name_, model_.valueNear(*x), false);
    for (const CurveSet::Curve& curve : model_.curves().curves())
        add(seriesPen(theme_.tokens(), curve.given.color, curveWidth), curve.given.id, curve.given.name,
            curve.valueAt(*x), curve.onRight);
    // In the order in which the curves lie.
    std::ranges::stable_sort(entries, {}, &ReadoutLayer::Entry::y);
    const auto place = sceneX(*x);
    if (!place || *place < frame().area.left() || *place > frame().area.right()) return false;
    QString near;
    double distance = hoverPixels;
    for (const ReadoutLayer::Entry& entry : entries) {
        if (!mouse_ || std::fabs(entry.y - mouse_->y()) >= distance) continue;
        distance = std::fabs(entry.y - mouse_->y());
        near = entry.id;
    }
    readout_->showAt(*place, xText(*x), std::move(entries));
    hoverCurve(near);
    return true;
}

void PlotView::setEmphasis(const QString& curve) {
    if (curve == emphasis_) return;
    emphasis_ = curve;
    draw();
}

void PlotView::hoverCurve(const QString& id) {
    if (id == hoveredCurve_) return;
    hoveredCurve_ = id;
    emit curveHovered(id);
}

QPen PlotView::curvePen(const CurveSet::Curve& curve) const {
    QPen pen = seriesPen(theme_.tokens(), curve.given.color, curveWidth);
    if (emphasis_.isEmpty()) return pen;
    if (curve.given.id == emphasis_) {
        pen.setWidthF(strongWidth);
    } else {
        pen.setColor(blend(theme_.tokens().surface, pen.color(), paleShare));
    }
    return pen;
}

void PlotView::placeBands(int columns) {
    std::vector<BandPool::Band> bands;
    const auto edgeOf = [&](const Sanitized& line, std::size_t segment) {
        QList<QPointF> points;
        for (const PlotPoint& point : decimate(line.segments[segment], line.blocks[segment], frame().range.x0,
                                               frame().range.x1, columns))
            points.append({point.x, point.y});
        return points;
    };
    for (const CurveSet::Curve& curve : model_.curves().curves()) {
        QColor shade = curvePen(curve).color();
        shade.setAlphaF(bandShade);
        const std::size_t segments = std::min(curve.low.segments.size(), curve.high.segments.size());
        for (std::size_t i = 0; i < segments; ++i)
            bands.push_back({edgeOf(curve.high, i), edgeOf(curve.low, i), shade});
    }
    bands_.set(bands);
}

QString PlotView::readoutText() const {
    return readout_->text();
}

ExportedChart PlotView::exported() {
    ExportedChart chart{.title = title_.isEmpty() ? name_ : title_,
                        .size = viewport()->size(),
                        .ground = backgroundBrush().color(),
                        .ink = palette().color(QPalette::WindowText),
                        .font = font(),
                        .paint = {},
                        .legend = {},
                        .table = {}};
    chart.paint = [this](QPainter& painter, const QRectF& target) {
        flush();
        crosshair_->hide();
        readout_->hide();
        render(&painter, target, viewport()->rect());
        readout_->show();
        crosshair_->show();
    };
    std::vector<PlotCurve> curves;
    if (!model_.curves().empty() && !model_.curve().empty()) {
        curves.push_back({{}, name_, model_.curve(), color_});
        chart.legend.push_back({QPen(seriesColor(), curveWidth), name_});
    }
    for (const CurveSet::Curve& curve : model_.curves().curves()) {
        curves.push_back(curve.given);
        chart.legend.push_back({seriesPen(theme_.tokens(), curve.given.color, curveWidth), curve.given.name});
    }
    if (curves.empty()) {
        chart.table = [x = xName_, name = name_, points = model_.curve()] {
            return chartTable(x, name, points);
        };
    } else {
        chart.table = [x = xName_, curves = std::move(curves)] { return chartTable(x, curves); };
    }
    return chart;
}

}  // namespace stepvault::ui
