// Where on the screen a value lies.
#pragma once

#include <QPointF>
#include <QRectF>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

struct PlotFrame {
    QRectF area;  ///< scene coordinates
    PlotRange range;

    [[nodiscard]] double sceneX(double x) const {
        return area.left() + (x - range.x0) / (range.x1 - range.x0) * area.width();
    }
    [[nodiscard]] double sceneY(double y) const {
        return area.bottom() - (y - range.y0) / (range.y1 - range.y0) * area.height();
    }
    [[nodiscard]] double valueX(double x) const {
        return range.x0 + (x - area.left()) / area.width() * (range.x1 - range.x0);
    }
    [[nodiscard]] double valueY(double y) const {
        return range.y0 + (area.bottom() - y) / area.height() * (range.y1 - range.y0);
    }
};

}  // namespace stepvault::ui
