#include "ui/charts/plot_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/charts/curve_lookup.h"
#include "ui/charts/smoothing.h"

namespace stepvault::ui {

namespace {

/// Equal also where both are NaN.
bool same(const std::vector<PlotPoint>& a, const std::vector<PlotPoint>& b) {
    const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [&equal](const PlotPoint& p, const PlotPoint& q) { return equal(p.x, q.x) && equal(p.y, q.y); });
}

std::optional<double> placed(double value, AxisScale scale) {
    if (scale == AxisScale::linear) return value;
    return value > 0 ? std::optional<double>(std::log10(value)) : std::nullopt;
}

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool empty() const { return low > high; }
    [[nodiscard]] double size() const { return std::max(std::fabs(low), std::fabs(high)); }
};

/// The share of the curve's width up to which planned events are shown.
constexpr double mostForecast = 0.3;

/// A share of the width; `least` where all is one number, or so nearly that ticks between could not be told.
double marginOf(double width, const Extent& extent, double share, double least) {
    constexpr double narrowest = 1e-9;
    return width > narrowest * extent.size() ? share * width : std::max(least, narrowest * extent.size());
}

/// With a margin; unchanged where there is no value.
void setY(PlotRange& range, const Extent& y) {
    if (y.empty()) return;
    const double margin = marginOf(y.high - y.low, y, 0.06, std::max(0.1, 0.1 * y.size()));
    range.y0 = y.low - margin;
    range.y1 = y.high + margin;
}

}  // namespace

bool PlotModel::setCurve(std::vector<PlotPoint> points) {
    if (same(points, raw_)) return false;
    raw_ = std::move(points);
    update();
    return true;
}

bool PlotModel::setMarks(std::vector<PlotMark> marks) {
    if (marks == marks_) return false;
    marks_ = std::move(marks);
    return true;
}

void PlotModel::setCurves(std::vector<PlotCurve> curves) {
    curves_.set(std::move(curves));
    curves_.update(scale_, xScale_, smoothing_);
    curves_.chooseSides(rawLine_.extent);
}

void PlotModel::setGuide(std::vector<PlotPoint> points) {
    guide_ = std::move(points);
    update();
}

bool PlotModel::setSmoothed(std::vector<PlotPoint> points) {
    if (same(points, given_)) return false;
    given_ = std::move(points);
    update();
    return true;
}

bool PlotModel::setForecast(std::optional<PlotForecast> forecast) {
    if (forecast == forecast_) return false;
    forecast_ = std::move(forecast);
    return true;
}

bool PlotModel::setEvents(std::vector<PlotEvent> events) {
    if (events == events_) return false;
    events_ = std::move(events);
    return true;
}

void PlotModel::setScale(AxisScale scale) {
    scale_ = scale;
    update();
}

void PlotModel::setXScale(AxisScale scale) {
    xScale_ = scale;
    update();
}

void PlotModel::setSmoothing(double weight) {
    smoothing_ = std::clamp(weight, 0.0, 0.999);
    update();
}

void PlotModel::update() {
    smoothed_ = !given_.empty() ? given_ : isSmoothed() ? smooth(raw_, smoothing_) : std::vector<PlotPoint>{};
    rawLine_ = sanitizeForAxis(raw_, scale_, xScale_);
    smoothLine_ = sanitizeForAxis(smoothed_, scale_, xScale_);
    guideLine_ = sanitizeForAxis(guide_, scale_, xScale_);
    curves_.update(scale_, xScale_, smoothing_);
    curves_.chooseSides(rawLine_.extent);
}

std::optional<double> PlotModel::valueNear(double x) const {
    return valueAt(isSmoothed() ? smoothed_ : raw_, x);
}

std::optional<double> PlotModel::onAxis(std::optional<double> value) const {
    return value ? placed(*value, scale_) : std::nullopt;
}

std::optional<double> PlotModel::onXAxis(double x) const {
    return placed(x, xScale_);
}

double PlotModel::xAt(double place) const {
    return xScale_ == AxisScale::log ? std::pow(10.0, place) : place;
}

PlotRange PlotModel::home() const {
    Extent x;
    Extent y;
    for (const Side side : {Side::left, Side::right}) {
        for (const Sanitized* line : lines(side)) {
            if (!line->extent) continue;
            x.add(line->extent->x0);
            x.add(line->extent->x1);
            if (side == Side::right) continue;
            y.add(line->extent->y0);
            y.add(line->extent->y1);
        }
    }
    const auto addX = [&](double value) {
        if (const auto place = onXAxis(value)) x.add(*place);
    };
    for (const PlotMark& mark : marks_)
        addX(mark.x);
    // Show only near events, since a plan may reach far beyond the curve.
    const double beyond = x.high + mostForecast * (x.high - x.low);
    for (const PlotEvent& event : events_) {
        const auto place = onXAxis(event.x);
        if (place && *place <= beyond) x.add(*place);
    }
    if (forecast_) {
        addX(forecast_->x0);
        addX(forecast_->x1);
        for (const PlotPoint& point : forecast_->fit) {
            if (const auto value = onAxis(point.y)) y.add(*value);
        }
    }
    PlotRange range;
    if (!x.empty()) {
        const double width = x.high - x.low;
        const double margin = marginOf(width, x, 0.015, 1);
        range.x0 = x.low - margin;
        range.x1 = x.high + margin;
    }
    setY(range, y);
    return range;
}

PlotRange PlotModel::followed(PlotRange range) const {
    if (!range.followsY) return range;
    Extent y;
    for (const Sanitized* line : lines(Side::left)) {
        if (const auto extent = extentWithin(*line, range.x0, range.x1)) {
            y.add(extent->first);
            y.add(extent->second);
        }
    }
    if (forecast_) {
        for (const PlotPoint& point : forecast_->fit) {
            const auto x = onXAxis(point.x);
            const auto value = onAxis(point.y);
            if (x && value && *x >= range.x0 && *x <= range.x1) y.add(*value);
        }
    }
    setY(range, y);
    return range;
}

std::optional<RightScale> PlotModel::rightScale(const PlotRange& range) const {
    const std::vector<const Sanitized*> right = lines(Side::right);
    if (right.empty()) return std::nullopt;
    // Where y is zoomed by hand, both axes are zoomed alike.
    const PlotRange shown = range.followsY ? followed(range) : home();
    Extent y;
    for (const Sanitized* line : right) {
        if (const auto extent = extentWithin(*line, shown.x0, shown.x1)) {
            y.add(extent->first);
            y.add(extent->second);
        }
    }
    PlotRange own;
    setY(own, y);
    const double factor = (shown.y1 - shown.y0) / (own.y1 - own.y0);
    return RightScale{.offset = shown.y0 - factor * own.y0, .factor = factor};
}

std::optional<double> PlotModel::nearestX(double x) const {
    std::optional<double> best = curves_.nearestX(x);
    if (const auto index = nearestPoint(raw_, x)) {
        const double own = raw_[*index].x;
        if (!best || std::fabs(own - x) < std::fabs(*best - x)) best = own;
    }
    return best;
}

std::vector<const Sanitized*> PlotModel::lines(Side side) const {
    std::vector<const Sanitized*> lines;
    if (side == Side::left) lines = {&rawLine_, &guideLine_};
    for (const CurveSet::Curve& curve : curves_.curves()) {
        if (curve.onRight != (side == Side::right)) continue;
        lines.insert(lines.end(), {&curve.raw, &curve.low, &curve.high});
    }
    return lines;
}

}  // namespace stepvault::ui
