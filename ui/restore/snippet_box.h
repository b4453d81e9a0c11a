#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace stepvault::ui {

/// Python code with a button that copies it.
class SnippetBox : public QFrame {
    Q_OBJECT

 public:
    explicit SnippetBox(QWidget* parent = nullptr);

    /// Hidden for an empty text.
    void setCode(const QString& code);
    [[nodiscard]] const QString& code() const { return text_; }
    [[nodiscard]] QToolButton& copyButton() { return *copy_; }

 private:
    QString text_;
    QLabel* code_;
    QToolButton* copy_;
};

}  // namespace stepvault::ui
