// Where a chart has been zoomed to, and the way back.
#pragma once

#include <vector>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

class ZoomStack {
 public:
    /// The range that is shown without zoom.
    void setHome(const PlotRange& home) { home_ = home; }
    [[nodiscard]] const PlotRange& home() const { return home_; }
    [[nodiscard]] const PlotRange& current() const { return stack_.empty() ? home_ : stack_.back(); }
    [[nodiscard]] bool isZoomed() const { return !stack_.empty(); }

    /// Ranges without extent are passed over.
    void push(const PlotRange& range);
    /// Changes the newest entry, so that a pan or a turn of the wheel is one step back; pushes where there is
    /// none.
    void replaceTop(const PlotRange& range);
    void pop();
    void reset() { stack_.clear(); }

 private:
    PlotRange home_;
    std::vector<PlotRange> stack_;
};

/// `range` scaled by `factor` around (x, y), which stays where it is.
PlotRange scaledAround(const PlotRange& range, double factor, double x, double y);
PlotRange movedBy(const PlotRange& range, double dx, double dy);

}  // namespace stepvault::ui
