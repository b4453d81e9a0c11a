#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QString>

namespace stepvault::ui {

struct PlotPoint {
    double x = 0;
    double y = 0;

    bool operator==(const PlotPoint&) const = default;
};

enum class AxisScale { linear, log };

/// What an axis shows. On a log axis y is the decimal logarithm.
struct PlotRange {
    double x0 = 0, x1 = 1;
    double y0 = 0, y1 = 1;

    bool operator==(const PlotRange&) const = default;
};

/// A checkpoint on the curve.
struct PlotMark {
    QString id;
    std::int64_t step = 0;
    bool key = false;  ///< drawn filled
    QString label;     ///< shown while the mouse is over it

    bool operator==(const PlotMark&) const = default;
};

/// What is expected of the curve.
struct PlotOutlook {
    std::vector<PlotPoint> fit = {};   ///< values, ascending in x; empty: nothing can be said
    std::vector<double> band = {};     ///< how far the truth may lie off; as many as `fit`
    double x0 = 0, x1 = 0;             ///< what the axis shows at least
    std::optional<double> since = {};  ///< where the future begins

    bool operator==(const PlotOutlook&) const = default;
};

}  // namespace stepvault::ui
