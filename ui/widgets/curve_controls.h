#pragma once

#include <QWidget>

#include "ui/charts/curve_axis.h"

class QHBoxLayout;
class QToolButton;

namespace stepvault::ui {

class FlowLayout;
class MenuChoice;
class PlotView;
class SegmentControl;
class SmoothingSlider;
class Theme;

/// The line above a chart of curves: which metric, how both axes are scaled, what the horizontal one counts,
/// how much is smoothed.
class CurveControls : public QWidget {
    Q_OBJECT

 public:
    explicit CurveControls(const Theme& theme, QWidget* parent = nullptr);

    /// Scales and smooths `plot`, which outlives it.
    void drive(PlotView& plot);

    void setTags(const std::vector<std::string>& tags, const std::string& current);
    /// Right behind the choice of the metric.
    void addAfterMetric(QWidget* choice);
    /// After the other choices.
    void addChoice(QWidget* choice);
    /// At the right end of the first line.
    void add(QWidget* widget);
    [[nodiscard]] CurveAxis axis() const;
    [[nodiscard]] AxisScale yScale() const;
    /// The scale of the horizontal axis; dates have no logarithm.
    [[nodiscard]] AxisScale xScale() const;

    [[nodiscard]] MenuChoice& metric() { return *metric_; }
    [[nodiscard]] SegmentControl& scale() { return *scale_; }
    [[nodiscard]] SegmentControl& axisChoice() { return *axis_; }
    [[nodiscard]] QToolButton& logX() { return *logX_; }
    [[nodiscard]] SmoothingSlider& smoothing() { return *smoothing_; }

 signals:
    void tagChosen(const QString& tag);
    /// axis() or xScale() is another one.
    void axisChanged();
    void scaleChanged(stepvault::ui::AxisScale scale);

 private:
    MenuChoice* metric_;
    SegmentControl* scale_;
    SegmentControl* axis_;
    QToolButton* logX_;
    SmoothingSlider* smoothing_;
    FlowLayout* choices_;
    QHBoxLayout* line_;
};

}  // namespace stepvault::ui
