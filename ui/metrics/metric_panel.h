#pragma once

#include <QFrame>

#include "ui/charts/curve_axis.h"
#include "ui/metrics/panel_reader.h"

class QToolButton;

namespace stepvault::ui {

class PlotView;
class Theme;

/// One metric of one run or several, with its name above it.
class MetricPanel : public QFrame {
    Q_OBJECT

 public:
    MetricPanel(const Theme& theme, const std::string& tag, QWidget* parent = nullptr);

    /// Keeps the curves; draws them only while the panel is in view.
    void setCurves(std::vector<PanelCurve> curves);
    void setAxis(CurveAxis axis, AxisScale scale);
    /// A panel out of view hands no points to its chart.
    void setInView(bool isInView);
    [[nodiscard]] bool isInView() const { return isInView_; }
    [[nodiscard]] PlotView& plot() { return *plot_; }

 signals:
    /// The user wants to see this metric alone.
    void opened(const QString& tag);

 private:
    void draw();

    std::vector<PanelCurve> curves_;
    CurveAxis axis_ = CurveAxis::step;
    AxisScale scale_ = AxisScale::linear;
    bool isInView_ = false;
    QToolButton* title_;
    PlotView* plot_;
};

}  // namespace stepvault::ui
