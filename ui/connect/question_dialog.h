#pragma once

#include <QDialog>

class QVBoxLayout;

namespace stepvault::ui {

/// A question with two answers at most, one below the other: its parts, then its buttons.
class QuestionDialog : public QDialog {
    Q_OBJECT

 public:
    explicit QuestionDialog(const QString& title, QWidget* parent = nullptr);

    /// For the parts, before addButtons().
    [[nodiscard]] QVBoxLayout& parts() { return *layout_; }
    /// `agree` accepts the dialog; empty for no such button. Enter presses it only if it is the default.
    void addButtons(const QString& agree, const QString& refuse, bool isAgreeDefault);

    [[nodiscard]] QSize sizeHint() const override;

 private:
    QVBoxLayout* layout_;
};

}  // namespace stepvault::ui
