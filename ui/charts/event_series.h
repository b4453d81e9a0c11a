#pragma once

#include <vector>

#include "ui/charts/dot_pool.h"
#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Events at the foot of a chart: planned checkpoints as hollow diamonds, interruptions as triangles.
class EventSeries {
 public:
    struct Placed {
        PlotEvent event;
        double x = 0;  ///< scene coordinate
    };

    /// `chart` outlives the events and has its axes already.
    explicit EventSeries(QChart& chart) : dots_(chart) {}

    void setColors(const Tokens& tokens);
    void setEvents(std::vector<Placed> events, const PlotFrame& frame);
    /// Above all other series.
    void raise() { dots_.raise(); }
    /// The one nearest to `position` (scene) within reach of a mouse; nullptr for none.
    [[nodiscard]] const Placed* at(const QPointF& position) const;

 private:
    [[nodiscard]] QPointF center(const Placed& placed) const;

    DotPool dots_;
    std::vector<Placed> events_;
    PlotFrame frame_;
    QColor surface_, faint_, warn_;
};

}  // namespace stepvault::ui
