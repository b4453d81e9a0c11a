#include "ui/charts/curve_layer.h"

#include <algorithm>

#include <QLineF>
#include <QPaintEngine>
#include <QPainter>

namespace stepvault::ui {

namespace {

constexpr qsizetype pieceLength = 16;

/// The raster engine's time grows with the square of what a line has in one row of pixels.
void drawInPieces(QPainter& painter, const CurveLayer::Line& line) {
    QPen pen = line.pen;
    double length = 0;
    for (qsizetype at = 0; at + 1 < line.points.size(); at += pieceLength) {
        const qsizetype end = std::min(at + pieceLength, line.points.size() - 1);
        if (pen.style() == Qt::CustomDashLine || pen.style() == Qt::DashLine) {
            pen.setDashOffset(length / pen.widthF());
            painter.setPen(pen);
            for (qsizetype i = at; i < end; ++i)
                length += QLineF(line.points[i], line.points[i + 1]).length();
        }
        painter.drawPolyline(line.points.constData() + at, static_cast<int>(end - at + 1));
    }
}

}  // namespace

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
        painter->setPen(line.pen);
        if (line.points.size() == 1) {
            painter->drawPoint(line.points.front());
        } else if (isRaster) {
            drawInPieces(*painter, line);
        } else {
            painter->drawPolyline(line.points);
        }
    }
}

}  // namespace stepvault::ui
