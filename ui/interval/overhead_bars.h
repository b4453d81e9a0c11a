#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "plan/expected_costs.h"
#include "plan/simulation.h"

namespace stepvault::ui {

class Theme;

/// Stacked bars of what each schedule costs: saving, rework, restarts. Longer bars than are worth comparing
/// are cut, and look so.
class OverheadBars : public QWidget {
    Q_OBJECT

 public:
    struct Bar {
        QString name;
        QString hint;                       ///< tool tip
        OverheadCosts expected;             ///< as shares of the training; infinite where it never ends
        std::optional<Estimate> simulated;  ///< likewise
        bool accented = false;
    };

    explicit OverheadBars(const Theme& theme, QWidget* parent = nullptr);

    void setBars(std::vector<Bar> bars);
    [[nodiscard]] const std::vector<Bar>& bars() const { return bars_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

 private:
    void paintLegend(QPainter& painter) const;
    void paintBar(QPainter& painter, const Bar& bar, const QRectF& lane, double full) const;
    [[nodiscard]] QColor color(int part) const;
    /// What the whole width stands for.
    [[nodiscard]] double fullShare() const;
    [[nodiscard]] bool isSimulated() const;
    [[nodiscard]] QString valueText(const Bar& bar) const;

    const Theme& theme_;
    std::vector<Bar> bars_;
};

}  // namespace stepvault::ui
