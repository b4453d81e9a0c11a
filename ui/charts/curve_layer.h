#pragma once

#include <vector>

#include <QGraphicsItem>
#include <QPen>
#include <QPolygonF>

namespace stepvault::ui {

/// The lines of curves, above the grid. Thousands of points are drawn within a frame's time, which takes what
/// a chart's series would do beyond that away: outlines for the mouse, and joints that nobody sees.
class CurveLayer : public QGraphicsItem {
 public:
    struct Line {
        QPolygonF points;  ///< scene; one alone is a dot
        QPen pen;          ///< opaque: parts of a line lie over each other
    };

    CurveLayer();

    void setLines(const QRectF& area, const QRectF& bounds, std::vector<Line> lines);
    [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    QRectF area_;
    QRectF bounds_;
    std::vector<Line> lines_;
};

}  // namespace stepvault::ui
