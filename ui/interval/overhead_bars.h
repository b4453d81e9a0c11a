#pragma once

#include <array>
#include <optional>
#include <vector>

#include "plan/expected_costs.h"
#include "plan/simulation.h"
#include "ui/charts/line_pool.h"
#include "ui/interval/row_chart.h"

class QHorizontalStackedBarSeries;

namespace stepvault::ui {

/// Stacked bars of the overhead of each schedule: saving, rework, restarts. Longer bars than are worth
/// comparing are cut, and look so.
class OverheadBars : public RowChart {
    Q_OBJECT

 public:
    struct Bar {
        QString name;
        QString hint;                       ///< a sentence
        OverheadCosts expected;             ///< as shares of the training; infinite where it never ends
        std::optional<Estimate> simulated;  ///< likewise
    };
    enum class Part { save, rework, restart };
    static constexpr std::array parts{Part::save, Part::rework, Part::restart};

    explicit OverheadBars(const Theme& theme, QWidget* parent = nullptr);

    void setBars(std::vector<Bar> bars);
    [[nodiscard]] const std::vector<Bar>& bars() const { return bars_; }
    static QColor colorOf(Part part, const Tokens& tokens);
    static QString nameOf(Part part);
    /// The length of a part of a bar, as it is drawn, in percent.
    [[nodiscard]] double drawn(std::size_t bar, Part part) const;

 protected:
    void layOut() override;

 private:
    void setValues();
    void setLines();
    /// The share that the whole width stands for.
    [[nodiscard]] double fullShare() const;

    const Theme& theme_;
    QHorizontalStackedBarSeries* series_;  ///< owned by the chart
    LinePool lines_;
    std::vector<Bar> bars_;
};

}  // namespace stepvault::ui
