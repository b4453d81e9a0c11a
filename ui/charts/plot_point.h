#pragma once

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

/// The quantity on an axis.
enum class AxisKind {
    whole,   ///< steps, ranks: nothing between two of them
    number,  ///< anything, with its unit in the axis' name
    date,    ///< seconds since the epoch
};

/// The range of the axes. On a log axis values are decimal logarithms.
struct PlotRange {
    double x0 = 0, x1 = 1;
    double y0 = 0, y1 = 1;
    bool followsY = false;  ///< y fits the points between x0 and x1

    bool operator==(const PlotRange&) const = default;
};

/// A checkpoint on the curve.
struct PlotMark {
    QString id;
    double x = 0;
    bool key = false;  ///< drawn filled
    bool pinned = false;

    bool operator==(const PlotMark&) const = default;
};

/// A past or planned event of the run.
struct PlotEvent {
    enum class Kind {
        interruption,  ///< the training stood still
        planned,       ///< a checkpoint that is still to come
    };

    Kind kind = Kind::planned;
    double x = 0;
    QString label;  ///< shown while the mouse is over it

    bool operator==(const PlotEvent&) const = default;
};

/// The expected course of the curve.
struct PlotForecast {
    std::vector<PlotPoint> fit = {};   ///< values, ascending in x; empty: nothing can be said
    std::vector<double> band = {};     ///< how far the truth may lie off; as many as `fit`
    double x0 = 0, x1 = 0;             ///< the range that the axis shows at least
    std::optional<double> since = {};  ///< where the future begins

    bool operator==(const PlotForecast&) const = default;
};

}  // namespace stepvault::ui
