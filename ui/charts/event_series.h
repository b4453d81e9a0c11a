#pragma once

#include <vector>

#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

class QChart;
class QScatterSeries;

namespace stepvault::ui {

/// Events at the foot of a chart: planned checkpoints as hollow diamonds, interruptions as triangles.
class EventSeries {
 public:
    struct Placed {
        PlotEvent event;
        double x = 0;  ///< scene coordinate
    };

    /// `chart` outlives the events and has its axes already.
    explicit EventSeries(QChart& chart);

    void setColors(const Tokens& tokens);
    void setEvents(std::vector<Placed> events, const PlotFrame& frame);
    /// Above all other series.
    void raise();
    /// The one nearest to `position` (scene) within reach of a mouse; nullptr for none.
    [[nodiscard]] const Placed* at(const QPointF& position) const;

 private:
    [[nodiscard]] QPointF center(const Placed& placed) const;

    QChart& chart_;
    QScatterSeries* planned_;
    QScatterSeries* interruptions_;
    std::vector<Placed> events_;
    PlotFrame frame_;
};

}  // namespace stepvault::ui
