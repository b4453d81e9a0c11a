#pragma once

#include <QChartView>

#include "ui/charts/plot_frame.h"
#include "ui/charts/walked.h"

class QValueAxis;

namespace stepvault::ui {

class GridLayer;
class Theme;

/// A chart of Qt Charts with ticks by GridLayer, whose parts are described one by one.
class WalkedChart : public Walked<QChartView> {
 public:
    /// Fixed: a graphics view asks for the size of its scene, which follows the size of the view.
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return minimumSize(); }

 protected:
    /// Laid out anew when `theme` or the size changes; `theme` has to live longer.
    WalkedChart(const Theme& theme, QWidget* parent);

    /// Calls setFrame(), and gives the series their points.
    virtual void layOut() = 0;
    void showHeld() override { layOut(); }

    /// Of the axes of all series.
    void setFrame(const PlotFrame& frame);
    [[nodiscard]] const PlotFrame& frame() const { return frame_; }
    [[nodiscard]] GridLayer& grid() { return *grid_; }

    void resizeEvent(QResizeEvent* event) override;

 private:
    QValueAxis* xAxis_;
    QValueAxis* yAxis_;
    GridLayer* grid_;
    PlotFrame frame_;
};

}  // namespace stepvault::ui
