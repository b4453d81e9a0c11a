#pragma once

#include "ui/charts/framed_chart.h"
#include "ui/charts/walked.h"

namespace stepvault::ui {

class Theme;

/// A chart whose parts are described one by one.
class WalkedChart : public Walked<FramedChart> {
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

    void resizeEvent(QResizeEvent* event) override;
};

}  // namespace stepvault::ui
