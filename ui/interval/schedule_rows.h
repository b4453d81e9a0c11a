#pragma once

#include <cstdint>
#include <vector>

#include <QWidget>

#include "ui/charts/plot_frame.h"

namespace stepvault::ui {

class Theme;

/// A thin row of marks for each schedule, below a chart whose horizontal axis it shares. More marks than fit
/// are drawn as their density.
class ScheduleRows : public QWidget {
    Q_OBJECT

 public:
    struct Row {
        QString name;
        QString hint;                     ///< tool tip
        std::vector<std::int64_t> steps;  ///< ascending
        bool accented = false;
    };

    explicit ScheduleRows(const Theme& theme, QWidget* parent = nullptr);

    void setRows(std::vector<Row> rows);
    /// Of the chart above, in coordinates that this widget shares horizontally.
    void setFrame(const PlotFrame& frame);
    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

 private:
    /// How many of a row's marks lie in each column of pixels, or around it where they are dense.
    struct Columns {
        std::vector<double> counts;
        int shown = 0;
        double most = 0;
        bool isDense = false;
    };

    void count();
    void paintMarks(QPainter& painter, const Columns& columns, const QRectF& lane, const QColor& color) const;

    const Theme& theme_;
    std::vector<Row> rows_;
    std::vector<Columns> columns_;
    PlotFrame frame_;
};

}  // namespace stepvault::ui
