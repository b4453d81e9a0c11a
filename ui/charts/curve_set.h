// Several curves in one plot, without the drawing.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include <QString>

#include "ui/charts/plot_point.h"
#include "ui/charts/sanitize.h"

namespace stepvault::ui {

struct PlotCurve {
    QString id;
    QString name;
    std::vector<PlotPoint> points;  ///< x not falling
    std::size_t color = 0;          ///< see seriesPen()
    /// A band around the curve: its lowest and highest value at each point. Empty: none.
    std::vector<double> low = {};
    std::vector<double> high = {};
};

/// Plain value.
class CurveSet {
 public:
    struct Curve {
        PlotCurve given;
        std::vector<PlotPoint> smoothed;  ///< empty while not smoothed
        Sanitized raw;
        Sanitized smooth;
        Sanitized low;  ///< empty without a band
        Sanitized high;
        bool onRight = false;  ///< see needsRightAxis()

        /// The value of the line in front; nullopt beyond its ends and where it is not finite.
        [[nodiscard]] std::optional<double> valueAt(double x) const;
    };

    void set(std::vector<PlotCurve> curves);
    /// `weight`: see smooth().
    void update(AxisScale yScale, AxisScale xScale, double weight);

    /// Gives each curve the axis that suits it beside a line with the values of `left`; nullopt: the left
    /// one.
    void chooseSides(std::optional<PlotRange> left);

    [[nodiscard]] const std::vector<Curve>& curves() const { return curves_; }
    [[nodiscard]] bool empty() const { return curves_.empty(); }
    /// x of the point of any curve that is nearest to `x`.
    [[nodiscard]] std::optional<double> nearestX(double x) const;

 private:
    std::vector<Curve> curves_;
    std::set<QString> onRight_;  ///< ids
};

}  // namespace stepvault::ui
