#pragma once

#include <cstdint>
#include <vector>

#include "ui/charts/dot_pool.h"
#include "ui/interval/row_chart.h"

namespace stepvault::ui {

/// A thin row of marks for each schedule, below a chart whose horizontal axis it shares. Of marks that would
/// overlap, one is drawn.
class ScheduleRows : public RowChart {
    Q_OBJECT

 public:
    struct Row {
        QString name;
        QString hint;                     ///< a sentence
        std::vector<std::int64_t> steps;  ///< ascending
        bool accented = false;
    };

    explicit ScheduleRows(const Theme& theme, QWidget* parent = nullptr);

    void setRows(std::vector<Row> rows);
    /// `above`: the frame of the chart above, whose horizontal coordinates this widget shares.
    void alignTo(const PlotFrame& above);
    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
    [[nodiscard]] std::size_t drawnMarks() const { return dots_.count(); }

 protected:
    void layOut() override;

 private:
    /// The marks in sight.
    [[nodiscard]] QList<QPointF> marksOf(std::size_t row) const;

    const Theme& theme_;
    DotPool dots_;
    std::vector<Row> rows_;
    PlotFrame above_;
};

}  // namespace stepvault::ui
