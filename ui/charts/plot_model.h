// The contents of a plot, without the drawing: one curve, its smoothing and marks, other curves beside it,
// and the range that holds them.
#pragma once

#include <optional>
#include <vector>

#include "ui/charts/curve_set.h"
#include "ui/charts/plot_point.h"
#include "ui/charts/right_scale.h"
#include "ui/charts/sanitize.h"

namespace stepvault::ui {

/// Plain value; a setter recomputes all dependent values at once.
class PlotModel {
 public:
    /// False where nothing changed.
    bool setCurve(std::vector<PlotPoint> points);
    bool setMarks(std::vector<PlotMark> marks);
    /// Beside the one curve, or without it.
    void setCurves(std::vector<PlotCurve> curves);
    /// A line to hold the curve against.
    void setGuide(std::vector<PlotPoint> points);
    /// A curve that the caller smoothed, instead of setSmoothing(). Empty for none.
    bool setSmoothed(std::vector<PlotPoint> points);
    bool setForecast(std::optional<PlotForecast> forecast);
    bool setEvents(std::vector<PlotEvent> events);
    /// The scales of y and of x.
    void setScale(AxisScale scale);
    void setXScale(AxisScale scale);
    void setSmoothing(double weight);

    [[nodiscard]] const std::vector<PlotPoint>& curve() const { return raw_; }
    [[nodiscard]] const CurveSet& curves() const { return curves_; }
    [[nodiscard]] const std::vector<PlotMark>& marks() const { return marks_; }
    [[nodiscard]] const std::optional<PlotForecast>& forecast() const { return forecast_; }
    [[nodiscard]] const std::vector<PlotEvent>& events() const { return events_; }
    [[nodiscard]] AxisScale scale() const { return scale_; }
    [[nodiscard]] AxisScale xScale() const { return xScale_; }
    [[nodiscard]] double smoothing() const { return smoothing_; }
    [[nodiscard]] bool isSmoothed() const { return smoothing_ > 0 || !given_.empty(); }
    [[nodiscard]] bool isEmpty() const {
        return raw_.empty() && marks_.empty() && !forecast_ && curves_.empty();
    }

    [[nodiscard]] const Sanitized& rawLine() const { return rawLine_; }
    /// Empty while not smoothed.
    [[nodiscard]] const Sanitized& smoothLine() const { return smoothLine_; }
    [[nodiscard]] const Sanitized& guideLine() const { return guideLine_; }
    /// The value of the curve in front; nullopt where there is none.
    [[nodiscard]] std::optional<double> valueNear(double x) const;
    /// The position of a value on its axis; nullopt for a value that a log axis cannot show.
    [[nodiscard]] std::optional<double> onAxis(std::optional<double> value) const;
    [[nodiscard]] std::optional<double> onXAxis(double x) const;
    /// The x of a place on the axis.
    [[nodiscard]] double xAt(double place) const;
    [[nodiscard]] PlotRange home() const;
    /// `range`, with y fitted to the shown points if it follows.
    [[nodiscard]] PlotRange followed(PlotRange range) const;
    /// The scale of the curves on the right axis while followed(range) is shown; nullopt without such curves.
    [[nodiscard]] std::optional<RightScale> rightScale(const PlotRange& range) const;
    /// x of the point of any curve that is nearest to `x`.
    [[nodiscard]] std::optional<double> nearestX(double x) const;

 private:
    void update();
    enum class Side { left, right };
    [[nodiscard]] std::vector<const Sanitized*> lines(Side side) const;

    std::vector<PlotPoint> raw_;
    std::vector<PlotPoint> given_;
    std::vector<PlotPoint> smoothed_;
    std::vector<PlotPoint> guide_;
    std::vector<PlotMark> marks_;
    std::vector<PlotEvent> events_;
    CurveSet curves_;
    std::optional<PlotForecast> forecast_;
    AxisScale scale_ = AxisScale::linear;
    AxisScale xScale_ = AxisScale::linear;
    double smoothing_ = 0;
    Sanitized rawLine_;
    Sanitized smoothLine_;
    Sanitized guideLine_;
};

}  // namespace stepvault::ui
