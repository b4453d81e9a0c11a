#pragma once

#include <QLineEdit>

namespace stepvault::ui {

/// A line of words to filter by. Esc clears it; in an empty field Esc has its usual effect.
class FilterField : public QLineEdit {
    Q_OBJECT

 public:
    using QLineEdit::QLineEdit;

 protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    [[nodiscard]] bool isClearing(const QKeyEvent& event) const;
};

}  // namespace stepvault::ui
