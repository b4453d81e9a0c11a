#pragma once

#include <QWidget>

#include "library/summary/plan_report.h"
#include "ui/session/plan_inputs.h"

class QPushButton;

namespace stepvault::ui {

class FigureSlider;
class StepsField;

/// The inputs of a plan: length, pace, failures, the cost of a save, early ending. Each says where it is
/// from.
class IntervalControls : public QWidget {
    Q_OBJECT

 public:
    explicit IntervalControls(QWidget* parent = nullptr);

    /// `ended`: the steps in all are those of the run, and cannot be set.
    void setFound(const PlanReport& report, bool ended);
    /// Without a signal.
    void setInputs(const PlanInputs& inputs);
    [[nodiscard]] PlanInputs inputs() const;
    /// The options that were set; the plan finds the rest itself.
    [[nodiscard]] PlanOptions options() const;

    [[nodiscard]] StepsField& steps() { return *steps_; }
    [[nodiscard]] FigureSlider& iteration() { return *iteration_; }
    [[nodiscard]] FigureSlider& failures() { return *failures_; }
    [[nodiscard]] FigureSlider& stall() { return *stall_; }
    [[nodiscard]] FigureSlider& ending() { return *ending_; }
    [[nodiscard]] QPushButton& resetButton() { return *reset_; }

 signals:
    void changed();

 private:
    void updateReset();

    StepsField* steps_;
    FigureSlider* iteration_;
    FigureSlider* failures_;
    FigureSlider* stall_;
    FigureSlider* ending_;
    QPushButton* reset_;
};

}  // namespace stepvault::ui
