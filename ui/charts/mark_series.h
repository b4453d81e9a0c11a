#pragma once

#include <optional>
#include <vector>

#include "ui/charts/dot_pool.h"
#include "ui/charts/plot_frame.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Checkpoints as diamonds: filled for a key step, hollow for a delta; a pinned one is a star; the selected
/// and the hovered one are larger. Of marks that would overlap only some are drawn, the selected one always.
class MarkSeries {
 public:
    struct Placed {
        PlotMark mark;
        double x = 0;  ///< in axis units
        /// On the curve, in axis units; at the foot of the chart where there is none.
        std::optional<double> y;
    };

    /// `chart` outlives the marks and has its axes already.
    explicit MarkSeries(QChart& chart) : dots_(chart) {}

    /// In force with the next marks.
    void setColors(const Tokens& tokens, const QColor& series);
    void setMarks(std::vector<Placed> marks, const PlotFrame& frame);
    void setSelected(const QString& id);
    void setHovered(const QString& id);
    /// Above all other series.
    void raise() { dots_.raise(); }

    [[nodiscard]] const std::vector<Placed>& marks() const { return marks_; }
    [[nodiscard]] const QString& selected() const { return selected_; }
    [[nodiscard]] const QString& hovered() const { return hovered_; }
    /// The one nearest to `position` (scene) within reach of a mouse; nullptr for none.
    [[nodiscard]] const Placed* at(const QPointF& position) const;
    [[nodiscard]] QPointF center(const Placed& placed) const;
    /// How many are drawn.
    [[nodiscard]] std::size_t drawn() const { return dots_.count(); }

 private:
    void draw();
    [[nodiscard]] bool isLarge(const PlotMark& mark) const;
    [[nodiscard]] DotPool::Dots look(const PlotMark& mark) const;
    /// The marks to draw, without those that another one covers.
    [[nodiscard]] std::vector<const Placed*> thinned() const;

    DotPool dots_;
    std::vector<Placed> marks_;
    PlotFrame frame_;
    QString selected_;
    QString hovered_;
    QColor color_, surface_, accent_, text_;
};

}  // namespace stepvault::ui
