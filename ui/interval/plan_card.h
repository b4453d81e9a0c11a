#pragma once

#include <QFrame>

#include "ui/interval/interval_view.h"

class QLabel;
class QPushButton;

namespace stepvault::ui {

class IntervalControls;

/// The expected cost of the recommended schedule, the inputs of the plan, and the button that has it
/// followed.
class PlanCard : public QFrame {
    Q_OBJECT

 public:
    explicit PlanCard(QWidget* parent = nullptr);

    void setView(const IntervalView& view);
    /// There is no plan.
    void clear();
    /// The result of the last click; `bad`: it failed.
    void setNote(const QString& text, bool bad);

    [[nodiscard]] QString figure() const;
    [[nodiscard]] QString parts() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] IntervalControls& controls() { return *controls_; }
    [[nodiscard]] QPushButton& followButton() { return *follow_; }

 signals:
    void followClicked();

 private:
    QLabel* figure_;
    QLabel* parts_;
    IntervalControls* controls_;
    QLabel* note_;
    QPushButton* follow_;
};

}  // namespace stepvault::ui
