#include "ui/connect/ask_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/connect/ask_labels.h"
#include "ui/connect/ask_prompt.h"
#include "ui/connect/ask_protocol.h"
#include "ui/connect/host_key_view.h"

namespace stepvault::ui {

AskDialog::AskDialog(const AskQuestion& question, QWidget* parent)
    : QuestionDialog(tr("Question of ssh"), parent) {
    switch (question.kind) {
        case AskKind::hostKey:
            setWindowTitle(tr("Unknown machine"));
            parts().addWidget(new HostKeyView(parseHostKey(question.text).value_or(HostKeyPrompt()), this));
            addButtons(tr("Connect"), tr("Cancel"), false);
            break;
        case AskKind::secret:
            addText(tr("ssh asks:"), question.text);
            addSecret();
            addButtons(tr("OK"), tr("Cancel"), true);
            break;
        case AskKind::confirm:
            addText(tr("ssh asks:"), question.text);
            addButtons(tr("Yes"), tr("No"), false);
            break;
        case AskKind::information:
            setWindowTitle(tr("Message of ssh"));
            addText(tr("ssh says:"), question.text);
            addButtons({}, tr("Close"), false);
            break;
    }
}

AskDialog::~AskDialog() {
    if (secret_ != nullptr) const WipedText wiped = takeAnswer();
}

WipedText AskDialog::takeAnswer() {
    QString text = secret_ == nullptr ? QStringLiteral("yes") : secret_->text();
    // The field lets go of the text first; while it holds it, only a copy would be overwritten.
    if (secret_ != nullptr) secret_->clear();
    return WipedText(text);
}

void AskDialog::addText(const QString& title, const QString& text) {
    parts().addWidget(plainLabel(title, "muted", this));
    QLabel* label = exactLabel(breakable(brief(text)), this);
    label->setObjectName(QStringLiteral("prompt"));
    parts().addWidget(label);
}

void AskDialog::addSecret() {
    secret_ = new QLineEdit(this);
    secret_->setEchoMode(QLineEdit::Password);
    secret_->setMaxLength(mostAnswerBytes);
    secret_->setAccessibleName(tr("Answer"));
    secret_->setFocus();
    parts().addWidget(secret_);
    parts().addWidget(plainLabel(tr("Stepvault passes the answer on to ssh and keeps nothing of it. Give it "
                                    "only if you expect this question: the machine may have written it."),
                                 "muted", this));
}

}  // namespace stepvault::ui
