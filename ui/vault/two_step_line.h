#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace stepvault::ui {

/// A line for work that is previewed first: a click on the first button asks for the preview, and a click on
/// the second, which appears with it, does the work. GUI thread.
class TwoStepLine : public QWidget {
    Q_OBJECT

 public:
    /// `explanation`: shown until there is a preview. `look`: the title of the first button.
    TwoStepLine(const QString& explanation, const QString& look, QWidget* parent = nullptr);

    /// Adds a widget in front of the buttons.
    void addChoice(QWidget* choice);
    /// Forgets the preview.
    void reset();
    /// Shows the preview. `act`: the title of the second button; empty if there is nothing to do.
    void offer(const QString& text, const QString& act, bool isWarning = false);
    void setBusy(bool isBusy);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton& lookButton() { return *look_; }
    /// Hidden until there is a preview.
    [[nodiscard]] QPushButton& actButton() { return *act_; }

 signals:
    void lookClicked();
    void actClicked();

 private:
    QString explanation_;
    QHBoxLayout* line_;
    QLabel* text_;
    QPushButton* look_;
    QPushButton* act_;
    QPushButton* drop_;
};

}  // namespace stepvault::ui
