#pragma once

#include <QChartView>

#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

class QValueAxis;

namespace stepvault::ui {

class GridLayer;

/// A chart of Qt Charts that is nothing but its series. Hidden axes place them; ticks, labels and titles are
/// GridLayer's, since Qt Charts would clip them.
class FramedChart : public QChartView {
 public:
    explicit FramedChart(QWidget* parent);

    [[nodiscard]] const PlotFrame& frame() const { return frame_; }

 protected:
    void setColors(const Tokens& tokens);
    /// Places the axes of all series, and the ticks.
    void setFrame(const PlotFrame& frame);
    /// The whole widget, in scene coordinates.
    [[nodiscard]] QRectF bounds() const;
    [[nodiscard]] GridLayer& grid() { return *grid_; }

 private:
    QValueAxis* xAxis_;
    QValueAxis* yAxis_;
    GridLayer* grid_;
    PlotFrame frame_;
};

}  // namespace stepvault::ui
