#pragma once

#include <vector>

#include "ui/charts/walked_chart.h"

namespace stepvault::ui {

/// A chart with a row for each schedule, its name at the left. The arrow keys walk from row to row. Charts of
/// as many rows are as high, so that they can stand side by side.
class RowChart : public WalkedChart {
 protected:
    struct Label {
        QString name;
        QString hint;  ///< a sentence
    };

    RowChart(const Theme& theme, QWidget* parent);

    /// First on top.
    void setLabels(std::vector<Label> labels);
    /// The vertical place of a row, in units of the axis.
    [[nodiscard]] double rowY(std::size_t row) const;
    /// Places the axes; the rows lie between `left` and `right` pixels, and show x from `x0` to `x1`.
    void setRowFrame(double left, double right, double x0, double x1);

    [[nodiscard]] std::size_t partCount() const override { return labels_.size(); }
    [[nodiscard]] std::optional<std::size_t> partAt(const QPointF& place) const override;
    [[nodiscard]] QString describe(std::optional<std::size_t> part) const override;

 private:
    std::vector<Label> labels_;
};

}  // namespace stepvault::ui
