#include "ui/charts/axis_ticks.h"

#include <algorithm>
#include <cmath>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

double roundSpacing(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

/// Digits that tell ticks of this spacing apart.
int digitsFor(double largest, double spacing) {
    const double span = std::log10(std::max(largest, spacing)) - std::log10(spacing);
    return std::clamp(static_cast<int>(std::floor(span)) + 2, 1, 9);
}

constexpr double slack = 1e-9;

}  // namespace

std::vector<Tick> linearTicks(double low, double high, int count, bool whole) {
    std::vector<Tick> ticks;
    if (!(high > low) || !std::isfinite(high - low)) return ticks;
    double spacing = roundSpacing((high - low) / std::max(1, count));
    if (whole) spacing = std::max(1.0, spacing);
    const int digits = digitsFor(std::max(std::fabs(low), std::fabs(high)), spacing);
    const double first = std::ceil(low / spacing - slack);
    const double last = std::floor(high / spacing + slack);
    for (double i = first; i <= last; ++i) {
        const double at = i * spacing;
        const QString label = whole || spacing >= 1 ? formatStep(std::llround(at)) : formatNumber(at, digits);
        ticks.push_back({at, label});
    }
    return ticks;
}

std::vector<Tick> logTicks(double low, double high, int count) {
    std::vector<Tick> ticks;
    if (!(high > low) || !std::isfinite(high - low)) return ticks;
    if (high - low < 1) {
        for (Tick& tick : linearTicks(std::pow(10.0, low), std::pow(10.0, high), count, false)) {
            if (tick.at > 0) ticks.push_back({std::log10(tick.at), tick.label});
        }
        return ticks;
    }
    const double step = std::max(1.0, roundSpacing((high - low) / std::max(1, count)));
    const bool between = high - low < 3;
    for (double decade = std::floor(low / step) * step; decade <= high; decade += step) {
        for (const double lead : {1.0, 2.0, 5.0}) {
            if (lead > 1 && !between) continue;
            const double at = decade + std::log10(lead);
            if (at < low - slack || at > high + slack) continue;
            ticks.push_back({at, formatNumber(lead * std::pow(10.0, decade), 1)});
        }
    }
    return ticks;
}

}  // namespace stepvault::ui
