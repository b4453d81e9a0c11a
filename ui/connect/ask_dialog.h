#pragma once

#include "ui/connect/ask_question.h"
#include "ui/connect/question_dialog.h"
#include "ui/connect/wiped_text.h"

class QLineEdit;

namespace stepvault::ui {

/// One question of ssh. Accepted, it has an answer. Enter agrees to nothing but a secret that was typed.
class AskDialog : public QuestionDialog {
    Q_OBJECT

 public:
    explicit AskDialog(const AskQuestion& question, QWidget* parent = nullptr);
    ~AskDialog() override;

    /// The answer, which the dialog no longer has then.
    [[nodiscard]] WipedText takeAnswer();

 private:
    void addText(const QString& title, const QString& text);
    void addSecret();

    QLineEdit* secret_ = nullptr;  ///< nullptr where the answer is yes
};

}  // namespace stepvault::ui
