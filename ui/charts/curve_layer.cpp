#include "ui/charts/curve_layer.h"

#include <vector>

#include <QLineF>
#include <QPaintEngine>
#include <QPainter>

#include "ui/charts/line_parts.h"

namespace stepvault::ui {

CurveLayer::CurveLayer() {
    setAcceptedMouseButtons(Qt::NoButton);
}

void CurveLayer::setLines(const QRectF& area, const QRectF& bounds, std::vector<Line> lines) {
    if (bounds != bounds_) prepareGeometryChange();
    area_ = area;
    bounds_ = bounds;
    lines_ = std::move(lines);
    update();
}

void CurveLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(area_);
    const bool isRaster = painter->paintEngine()->type() == QPaintEngine::Raster;
    for (const Line& line : lines_) {
        QPen pen = line.pen;
        painter->setPen(pen);
        if (line.points.size() == 1) {
            painter->drawPoint(line.points.front());
        } else if (isRaster) {
            const std::vector<QLineF> parts = lineParts(line.points, pen, area_);
            pen.setStyle(Qt::SolidLine);
            painter->setPen(pen);
            painter->drawLines(parts.data(), static_cast<int>(parts.size()));
        } else {
            painter->drawPolyline(line.points);
        }
    }
}

}  // namespace stepvault::ui
