// Round numbers for an axis.
#pragma once

#include <vector>

#include <QString>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

struct Tick {
    double at = 0;  ///< in axis units (on a log axis the decimal logarithm)
    QString label;  ///< may be empty: a line without a number
};

/// About `count` ticks at 1, 2 or 5 times a power of ten; never closer than 1 where `whole`.
std::vector<Tick> linearTicks(double low, double high, int count, bool whole);
/// Decades; below three decades 2 and 5 too; below one decade round numbers.
std::vector<Tick> logTicks(double low, double high, int count);
/// Round times of day, or days, of the local time zone. `low`, `high`: seconds since the epoch.
std::vector<Tick> dateTicks(double low, double high, int count);

}  // namespace stepvault::ui
