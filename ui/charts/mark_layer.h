#pragma once

#include <optional>
#include <vector>

#include <QGraphicsItem>

#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Checkpoints as diamonds: filled for a key step, hollow for a delta; the selected and the hovered one
/// larger; a pinned one under a small bar.
class MarkLayer : public QGraphicsItem {
 public:
    struct Placed {
        PlotMark mark;
        double x = 0;  ///< in axis units
        /// On the curve, in axis units; at the foot of the chart where there is none.
        std::optional<double> y;
    };

    MarkLayer();

    void setColors(const Tokens& tokens, const QColor& series);
    void setMarks(std::vector<Placed> marks);
    void setFrame(const PlotFrame& frame, const QRectF& bounds);
    void setSelected(const QString& id);
    void setHovered(const QString& id);

    [[nodiscard]] const std::vector<Placed>& marks() const { return marks_; }
    [[nodiscard]] const QString& selected() const { return selected_; }
    [[nodiscard]] const QString& hovered() const { return hovered_; }
    /// The one nearest to `position` (scene) within reach of a mouse; nullptr for none.
    [[nodiscard]] const Placed* at(const QPointF& position) const;
    [[nodiscard]] QPointF center(const Placed& placed) const;

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    void paintMark(QPainter& painter, const Placed& placed, double radius) const;

    std::vector<Placed> marks_;
    PlotFrame frame_;
    QRectF bounds_;
    QString selected_;
    QString hovered_;
    QColor series_, surface_, accent_, text_;
};

}  // namespace stepvault::ui
