#pragma once

#include <optional>

#include <QFrame>

#include "ui/bits/recode_work.h"

class QLabel;
class QPushButton;

namespace stepvault::ui {

/// Shows the effect of recoding a run, with the button that recodes it. Hidden until there is a preview or a
/// message.
class RecodeLine : public QFrame {
    Q_OBJECT

 public:
    explicit RecodeLine(QWidget* parent = nullptr);

    /// The task that runs now for the shown run.
    void setTask(RecodeWork::Task task);
    void offer(const RecodePlan& plan);
    /// Why there is nothing to offer.
    void tell(const QString& text);
    /// Nothing is offered any more.
    void clear();
    [[nodiscard]] const std::optional<RecodePlan>& offered() const { return plan_; }

    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton& recodeButton() { return *recode_; }
    /// Ends the offer, or stops the task.
    [[nodiscard]] QPushButton& leaveButton() { return *leave_; }

 signals:
    void recodeClicked(const stepvault::ui::RecodePlan& plan);
    void stopClicked();

 private:
    void update();

    std::optional<RecodePlan> plan_;
    QString told_;
    RecodeWork::Task task_ = RecodeWork::Task::none;
    QLabel* text_;
    QPushButton* leave_;
    QPushButton* recode_;
};

}  // namespace stepvault::ui
