#pragma once

#include <vector>

#include <QGraphicsItem>

#include "ui/charts/plot_point.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// At the foot of a plot: where the training stood still, as two small bars, and checkpoints that are still
/// to come, as faint diamonds.
class EventLayer : public QGraphicsItem {
 public:
    struct Placed {
        PlotEvent event;
        double x = 0;  ///< scene coordinates
    };

    EventLayer();

    void setColors(const Tokens& tokens);
    /// `area`: of the plot, in scene coordinates; all events lie in it.
    void setEvents(std::vector<Placed> events, const QRectF& area);
    [[nodiscard]] const std::vector<Placed>& events() const { return events_; }
    /// The one nearest to `position` (scene) within reach of a mouse; nullptr for none.
    [[nodiscard]] const Placed* at(const QPointF& position) const;

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    [[nodiscard]] QPointF center(const Placed& placed) const;

    std::vector<Placed> events_;
    QRectF area_;
    QColor surface_, faint_, warn_;
};

}  // namespace stepvault::ui
