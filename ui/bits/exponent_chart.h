#pragma once

#include <map>
#include <memory>
#include <optional>

#include "ui/bits/bits_view.h"
#include "ui/charts/dot_pool.h"
#include "ui/charts/line_pool.h"
#include "ui/charts/walked_chart.h"

class QStackedBarSeries;

namespace stepvault::ui {

class Theme;

/// The number of changes of the model's weights at each exponent, the part that the setting keeps, and the
/// relative error of dropping each bucket alone. The arrow keys walk from exponent to exponent.
class ExponentChart : public WalkedChart {
    Q_OBJECT

 public:
    explicit ExponentChart(const Theme& theme, QWidget* parent = nullptr);

    /// `kept`: as BitsOutcome has it; nullopt: not known.
    void setRows(std::vector<ExponentRow> rows, std::optional<std::map<int, std::uint64_t>> kept);

    /// Those that are drawn, lowest exponent first.
    [[nodiscard]] const std::vector<ExponentRow>& rows() const { return rows_; }
    /// 0 where it is not known.
    [[nodiscard]] double keptShare(std::size_t row) const;

 protected:
    [[nodiscard]] std::size_t partCount() const override { return rows_.size(); }
    [[nodiscard]] std::optional<std::size_t> partAt(const QPointF& place) const override;
    [[nodiscard]] QString describe(std::optional<std::size_t> part) const override;
    void layOut() override;

 private:
    [[nodiscard]] QString describeRow(std::size_t row) const;
    void setBars();
    void setErrors(double highest);

    const Theme& theme_;
    QStackedBarSeries* bars_;  ///< owned by the chart
    LinePool lines_;
    DotPool dots_;
    std::vector<ExponentRow> rows_;
    std::optional<std::map<int, std::uint64_t>> kept_;
};

}  // namespace stepvault::ui
