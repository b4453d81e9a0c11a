#pragma once

#include <memory>

#include <QWidget>

#include "ui/bits/error_grid.h"
#include "ui/charts/walked.h"

namespace stepvault::ui {

class Theme;

/// The relative error of every role or tensor at every step, as colours (error_color.h). The arrow keys walk
/// from cell to cell.
class ErrorMap : public Walked<QWidget> {
    Q_OBJECT

 public:
    explicit ErrorMap(const Theme& theme, QWidget* parent = nullptr);

    void setGrid(std::shared_ptr<const ErrorGrid> grid);
    [[nodiscard]] const ErrorGrid& grid() const { return *grid_; }
    /// Where a cell is drawn.
    [[nodiscard]] QRectF cell(std::size_t row, std::size_t column) const;

 signals:
    /// The keys came to this cell.
    void walkedTo(const QRect& cell);

 protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] std::size_t partCount() const override { return grid_->rows() * grid_->columns(); }
    [[nodiscard]] std::optional<std::size_t> partAt(const QPointF& place) const override;
    [[nodiscard]] QString describe(std::optional<std::size_t> part) const override;
    void showHeld() override { update(); }

 private:
    [[nodiscard]] QRectF plotArea() const;
    void paintSteps(QPainter& painter) const;

    const Theme& theme_;
    std::shared_ptr<const ErrorGrid> grid_ = std::make_shared<ErrorGrid>();
};

}  // namespace stepvault::ui
