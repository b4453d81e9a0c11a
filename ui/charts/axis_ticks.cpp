#include "ui/charts/axis_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QDateTime>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

double roundSpacing(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

constexpr double slack = 1e-9;

/// Labels of one form for all ticks of an axis: decimals, or an exponent where decimals would be long.
class TickLabels {
 public:
    /// `least`: the smallest difference to tell apart; `largest`: the largest magnitude.
    TickLabels(double least, double largest)
        : decimals_(std::max(0, static_cast<int>(-std::floor(std::log10(least) + slack)))),
          isScientific_(largest >= mostPlain || (decimals_ > mostDecimals && largest < leastPlain)),
          digits_(std::clamp(static_cast<int>(std::log10(std::max(largest, least) / least) + slack), 0, 8)) {}

    [[nodiscard]] QString of(double value) const {
        if (!isScientific_) return withoutEndZeros(displayLocale().toString(value, 'f', decimals_));
        if (value == 0) return displayLocale().toString(0);
        const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value)) + slack));
        const double lead = value / std::pow(10.0, exponent);
        return withoutEndZeros(displayLocale().toString(lead, 'f', digits_)) + u'e' +
               QString::number(exponent);
    }

 private:
    static constexpr int mostDecimals = 5;
    static constexpr double leastPlain = 1e-2;
    static constexpr double mostPlain = 1e7;
    int decimals_;
    bool isScientific_;
    int digits_;  ///< of the part before the exponent
};

constexpr double hour = 3600;
constexpr double day = 86400;

/// Seconds; the least of them that leaves about `count` ticks, or whole days.
double dateSpacing(double rough) {
    constexpr std::array<double, 17> spacings{1,   2,   5,    10,   15,   30,    60,    120,  300,
                                              600, 900, 1800, 3600, 7200, 10800, 21600, 43200};
    const auto* const fit = std::lower_bound(spacings.begin(), spacings.end(), rough);
    return fit != spacings.end() ? *fit : day * std::max(1.0, roundSpacing(rough / day));
}

QDateTime momentOf(double seconds) {
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
}

QString dateLabel(const QDateTime& at, double spacing) {
    if (at.time() == QTime(0, 0)) return displayLocale().toString(at.date(), QStringLiteral("d MMM"));
    return displayLocale().toString(at.time(),
                                    spacing < 60 ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

}  // namespace

std::vector<Tick> linearTicks(double low, double high, int count, bool whole) {
    std::vector<Tick> ticks;
    if (!(high > low) || !std::isfinite(high - low)) return ticks;
    double spacing = roundSpacing((high - low) / std::max(1, count));
    if (whole) spacing = std::max(1.0, spacing);
    const TickLabels labels(spacing, std::max(std::fabs(low), std::fabs(high)));
    const double first = std::ceil(low / spacing - slack);
    const double last = std::floor(high / spacing + slack);
    // Beyond it neighbouring ticks are the same number.
    constexpr double mostTicks = 1000;
    if (!(last - first < mostTicks) || std::fabs(first) > 0x1p52) return ticks;
    for (int k = 0; k <= last - first; ++k) {
        const double at = (first + k) * spacing;
        ticks.push_back({at, whole ? formatStep(std::llround(at)) : labels.of(at)});
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
    const bool between = high - low < 3;
    const double step = between ? 1 : std::max(1.0, roundSpacing((high - low) / std::max(1, count)));
    const double lowest = std::floor(low / step) * step;
    // The labels have the decimals of the smallest tick, which may lie below the first decade.
    std::vector<double> values;
    for (int k = 0; lowest + k * step <= high; ++k) {
        const double decade = lowest + k * step;
        for (const double lead : {1.0, 2.0, 5.0}) {
            if (lead > 1 && !between) continue;
            const double at = decade + std::log10(lead);
            if (at < low - slack || at > high + slack) continue;
            ticks.push_back({at, {}});
            values.push_back(lead * std::pow(10.0, decade));
        }
    }
    if (values.empty()) return ticks;
    const TickLabels labels(values.front(), values.back());
    for (std::size_t i = 0; i < ticks.size(); ++i)
        ticks[i].label = labels.of(values[i]);
    return ticks;
}

std::vector<Tick> dateTicks(double low, double high, int count) {
    std::vector<Tick> ticks;
    // Years before 1970 and beyond 9999 are no times of a training.
    if (!(high > low) || low < 0 || high > 253402300799.0) return ticks;
    const double spacing = dateSpacing((high - low) / std::max(1, count));
    // Each day anew: a day may have 23 or 25 hours.
    const auto days = std::max<qint64>(1, static_cast<qint64>(spacing / day));
    for (QDate date = momentOf(low).date(); date.startOfDay() <= momentOf(high); date = date.addDays(days)) {
        const auto begin = static_cast<double>(date.startOfDay().toSecsSinceEpoch());
        const auto end = static_cast<double>(date.addDays(1).startOfDay().toSecsSinceEpoch());
        if (spacing >= hour && spacing < day) {
            for (int second = 0; second < static_cast<int>(day); second += static_cast<int>(spacing)) {
                const QDateTime moment(date, QTime(0, 0).addSecs(second));
                const auto at = static_cast<double>(moment.toSecsSinceEpoch());
                if (at >= low && at <= high) ticks.push_back({at, dateLabel(moment, spacing)});
            }
            continue;
        }
        const double first = spacing < day ? std::max(0.0, std::ceil((low - begin) / spacing)) : 0;
        for (double at = begin + first * spacing; at < end && at <= high; at += spacing) {
            if (at >= low) ticks.push_back({at, dateLabel(momentOf(at), spacing)});
        }
    }
    return ticks;
}

}  // namespace stepvault::ui
