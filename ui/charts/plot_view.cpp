#include "ui/charts/plot_view.h"

#include <algorithm>

#include <QGraphicsScene>
#include <QRubberBand>
#include <QToolButton>

#include "ui/charts/crosshair_layer.h"
#include "ui/charts/curve_lookup.h"
#include "ui/charts/event_series.h"
#include "ui/charts/forecast_series.h"
#include "ui/charts/grid_layer.h"
#include "ui/charts/mark_series.h"
#include "ui/charts/readout_layer.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int coalesceMs = 120;
constexpr double usualLeftMargin = 36;
constexpr double smallBottom = 26;  // without a title
constexpr double smallTop = 8;
constexpr double rightMargin = 14;
constexpr double rightGap = 4;
/// The columns of all lines together, two points each: a frame has time for 15,000 points.
constexpr int mostColumnsInAll = 7500;
}  // namespace

PlotView::PlotView(const Theme& theme, QWidget* parent)
    : FramedChart(parent),
      theme_(theme),
      leftMargin_(usualLeftMargin),
      lines_(*chart()),
      bands_(*chart()),
      forecast_(std::make_unique<ForecastSeries>(*chart())),
      events_(std::make_unique<EventSeries>(*chart())),
      marks_(std::make_unique<MarkSeries>(*chart())),
      crosshair_(new CrosshairLayer),
      readout_(new ReadoutLayer),
      band_(new QRubberBand(QRubberBand::Rectangle, viewport())),
      mostColumnsInAll_(mostColumnsInAll),
      reset_(new QToolButton(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 120);
    setAccessibleName(tr("Loss curve with checkpoints"));
    xName_ = tr("step");
    scene()->addItem(crosshair_);
    scene()->addItem(readout_);
    band_->hide();
    reset_->setText(tr("Reset"));
    reset_->setToolTip(tr("Show the whole chart again"));
    setLook(reset_, "chip");
    reset_->hide();
    connect(reset_, &QToolButton::clicked, this, &PlotView::resetZoom);
    timer_.setSingleShot(true);
    timer_.setInterval(coalesceMs);
    connect(&timer_, &QTimer::timeout, this, &PlotView::draw);
    connect(&theme, &Theme::changed, this, &PlotView::applyTheme);
    applyTheme();
}

PlotView::~PlotView() = default;

void PlotView::setCurve(const QString& name, std::vector<PlotPoint> points, std::size_t color) {
    const bool renamed = name != name_ || color != color_;
    name_ = name;
    color_ = color;
    if (renamed) {
        zoom_.reset();
        crosshair_->clear();
        applyTheme();
    }
    if (model_.setCurve(std::move(points)) || renamed) scheduleDraw();
}

void PlotView::setMarks(std::vector<PlotMark> marks) {
    if (model_.setMarks(std::move(marks))) scheduleDraw();
}

void PlotView::setGuide(std::vector<PlotPoint> points) {
    model_.setGuide(std::move(points));
    scheduleDraw();
}

void PlotView::setEvents(std::vector<PlotEvent> events) {
    if (model_.setEvents(std::move(events))) scheduleDraw();
}

void PlotView::setXAxis(const QString& name, AxisKind kind, AxisScale scale) {
    // The unit of a number is in its name.
    const bool isOther =
        kind != xKind_ || scale != model_.xScale() || (kind == AxisKind::number && name != xName_);
    if (!isOther && name == xName_) return;
    xName_ = name;
    xKind_ = kind;
    if (isOther) {
        model_.setXScale(scale);
        zoom_.reset();
        crosshair_->clear();
        readout_->clear();
    }
    scheduleDraw();
}

void PlotView::setSmoothed(std::vector<PlotPoint> points) {
    if (model_.setSmoothed(std::move(points))) scheduleDraw();
}

void PlotView::setLeftMargin(double margin) {
    leftMargin_ = margin;
    draw();
}

void PlotView::setScale(AxisScale scale) {
    if (scale == model_.scale()) return;
    model_.setScale(scale);
    zoom_.reset();
    crosshair_->clear();
    readout_->clear();
    draw();
}

void PlotView::setSmoothing(double weight) {
    if (weight == model_.smoothing()) return;
    model_.setSmoothing(weight);
    scheduleDraw();
}

void PlotView::setSelectedMark(const QString& id) {
    marks_->setSelected(id);
}

void PlotView::setHoveredMark(const QString& id) {
    marks_->setHovered(id);
}

void PlotView::resetZoom() {
    zoom_.reset();
    draw();
}

void PlotView::zoomBack() {
    zoom_.pop();
    draw();
}

void PlotView::flush() {
    if (timer_.isActive()) draw();
}

QString PlotView::selectedMark() const {
    return marks_->selected();
}

QString PlotView::hoveredMark() const {
    return marks_->hovered();
}

std::size_t PlotView::drawnMarks() const {
    return marks_->drawn();
}

QString PlotView::crosshairText() const {
    return crosshair_->text();
}

QPoint PlotView::markPosition(const QString& id) const {
    for (const MarkSeries::Placed& placed : marks_->marks()) {
        if (placed.mark.id == id) return mapFromScene(marks_->center(placed));
    }
    return {-1, -1};
}

void PlotView::resizeEvent(QResizeEvent* event) {
    FramedChart::resizeEvent(event);
    mouse_.reset();
    crosshair_->clear();
    readout_->clear();
    draw();
}

void PlotView::applyTheme() {
    const Tokens& tokens = theme_.tokens();
    setColors(tokens);
    marks_->setColors(tokens, seriesColor());
    events_->setColors(tokens);
    forecast_->setColors(tokens, seriesColor());
    crosshair_->setColors(tokens, seriesColor());
    readout_->setColors(tokens);
    draw();
}

QColor PlotView::seriesColor() const {
    return theme_.tokens().series[color_ % theme_.tokens().series.size()];
}

void PlotView::scheduleDraw() {
    if (!timer_.isActive()) timer_.start();
}

void PlotView::draw() {
    timer_.stop();
    zoom_.setHome(model_.home());
    const QString yTitle = yTitle_.isEmpty() ? titleOf(false) : yTitle_;
    const QMarginsF margins(leftMargin_, yTitle.isEmpty() ? smallTop : GridLayer::above, rightMargin,
                            xName_.isEmpty() ? smallBottom : GridLayer::below);
    grid().setXAxis(xName_, xKind_, model_.xScale());
    grid().setYAxis(yTitle, model_.scale(), !model_.rawLine().segments.empty() || !model_.curves().empty());
    PlotFrame placed{bounds().marginsRemoved(margins), model_.followed(zoom_.current())};
    placed.area.setLeft(std::max(leftMargin_, grid().yLabelWidth(placed)));
    placeRightAxis(placed);
    if (placed.area.width() < 10 || placed.area.height() < 10) return;
    reset_->setVisible(zoom_.isZoomed());
    reset_->adjustSize();
    reset_->move(placed.area.topRight().toPoint() - QPoint(reset_->width(), reset_->height() / 2));
    // The lines get other points anyway, so the new frame need not place them.
    lines_.clear();
    setFrame(placed);
    placeCurves();
    crosshair_->setArea(placed.area);
    readout_->setArea(placed.area);
    placeMarks();
    placeEvents();
    placeForecast();
    emit frameChanged(frame());
    if (mouse_) {
        moveCrosshair(*mouse_);
    } else if (otherMouse_) {
        showReadoutAt(otherMouse_);
    }
    tellHint();
}

void PlotView::placeRightAxis(PlotFrame& placed) {
    right_ = model_.rightScale(zoom_.current());
    if (!right_) return grid().setRightLabels({});
    const double low = right_->toRight(placed.range.y0);
    const double high = right_->toRight(placed.range.y1);
    const int rows = GridLayer::rowsOf(placed);
    std::vector<Tick> ticks =
        model_.scale() == AxisScale::log ? logTicks(low, high, rows) : linearTicks(low, high, rows, false);
    for (Tick& tick : ticks)
        tick.at = right_->toLeft(tick.at);
    grid().setRightLabels(std::move(ticks), titleOf(true));
    placed.area.setRight(bounds().right() - std::max(rightMargin, grid().rightLabelWidth() + rightGap));
}

QString PlotView::titleOf(bool isRight) const {
    QStringList names;
    if (!isRight) names << name_;
    // Without the one curve they are of many runs, which a legend names.
    if (model_.curve().empty() && !isRight) return model_.curves().empty() ? name_ : QString();
    for (const CurveSet::Curve& curve : model_.curves().curves()) {
        if (curve.onRight == isRight) names << curve.given.name;
    }
    return names.join(QStringLiteral(", "));
}

void PlotView::placeMarks() {
    std::vector<MarkSeries::Placed> placed;
    placed.reserve(model_.marks().size());
    for (const PlotMark& mark : model_.marks()) {
        if (const auto x = model_.onXAxis(mark.x))
            placed.push_back({mark, *x, model_.onAxis(model_.valueNear(mark.x))});
    }
    marks_->setMarks(std::move(placed), frame());
}

void PlotView::placeEvents() {
    std::vector<EventSeries::Placed> placed;
    for (const PlotEvent& event : model_.events()) {
        const auto x = sceneX(event.x);
        if (x && *x >= frame().area.left() && *x <= frame().area.right()) placed.push_back({event, *x});
    }
    events_->setEvents(std::move(placed), frame());
}

std::optional<double> PlotView::sceneX(double x) const {
    const auto place = model_.onXAxis(x);
    return place ? std::optional(frame().sceneX(*place)) : std::nullopt;
}

QString PlotView::xText(double x) const {
    constexpr int digits = 4;
    if (xKind_ == AxisKind::date) return formatMoment(x);
    return tr("%1 %2").arg(xName_, xKind_ == AxisKind::whole ? formatStep(static_cast<std::int64_t>(x))
                                                             : formatNumber(x, digits));
}

void PlotView::moveCrosshair(const QPointF& at) {
    if (const MarkSeries::Placed* placed = marks_->at(at)) {
        hoverMark(placed->mark.id);
        readout_->clear();
        crosshair_->showAt(marks_->center(*placed), markLabel_ ? markLabel_(placed->mark.id) : QString());
        setCursor(Qt::PointingHandCursor);
        return;
    }
    hoverMark({});
    setCursor(Qt::CrossCursor);
    if (const EventSeries::Placed* placed = events_->at(at)) {
        readout_->clear();
        return crosshair_->showAt({placed->x, frame().area.bottom() + 100}, placed->event.label);
    }
    if (!model_.curves().empty()) {
        crosshair_->clear();
        return showReadout(at);
    }
    const auto nearest = nearestPoint(model_.curve(), xUnder(at.x()));
    if (!nearest || !frame().area.contains(at)) return crosshair_->clear();
    const PlotPoint& point = model_.curve()[*nearest];
    const std::optional<double> y = model_.onAxis(model_.valueNear(point.x));
    const double sceneY = y ? frame().sceneY(*y) : frame().area.bottom() + 100;
    const auto x = sceneX(point.x);
    if (!x) return crosshair_->clear();
    crosshair_->showAt({*x, sceneY}, crosshairLabel(point.x, point.y));
}

QString PlotView::crosshairLabel(double x, double value) const {
    QString text = tr("%1   %2 %3").arg(xText(x), name_, formatLoss(value));
    const std::optional<double> smoothed = model_.valueNear(x);
    if (!model_.isSmoothed() || !smoothed) return text;
    return tr("%1   smoothed %2").arg(text, formatLoss(smoothed));
}

void PlotView::hoverMark(const QString& id) {
    if (marks_->hovered() == id) return;
    marks_->setHovered(id);
    emit markHovered(id);
}

void PlotView::stepMark(int direction) {
    const std::vector<PlotMark>& marks = model_.marks();
    if (marks.empty()) return;
    const auto it = std::find_if(marks.begin(), marks.end(),
                                 [this](const PlotMark& mark) { return mark.id == marks_->selected(); });
    const auto count = static_cast<std::ptrdiff_t>(marks.size());
    const std::ptrdiff_t from = it == marks.end() ? (direction > 0 ? -1 : count) : it - marks.begin();
    const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(from + direction, 0, count - 1);
    emit markActivated(marks[static_cast<std::size_t>(to)].id);
}

}  // namespace stepvault::ui
