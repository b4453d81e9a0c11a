#pragma once

#include <QWidget>

#include "library/summary/plan_report.h"

class QPushButton;

namespace stepvault::ui {

class FigureSlider;

/// What a plan goes by: failures, the cost of a checkpoint, early ending.
class IntervalControls : public QWidget {
    Q_OBJECT

 public:
    explicit IntervalControls(QWidget* parent = nullptr);

    void setFound(const PlanReport& report);
    /// Of what was moved; the rest is found out.
    [[nodiscard]] PlanOptions options() const;
    /// Back to what was found; without a signal.
    void reset();

    [[nodiscard]] FigureSlider& failures() { return *failures_; }
    [[nodiscard]] FigureSlider& stall() { return *stall_; }
    [[nodiscard]] FigureSlider& ending() { return *ending_; }
    [[nodiscard]] QPushButton& resetButton() { return *reset_; }

 signals:
    void changed();

 private:
    void updateReset();

    FigureSlider* failures_;
    FigureSlider* stall_;
    FigureSlider* ending_;
    QPushButton* reset_;
};

}  // namespace stepvault::ui
