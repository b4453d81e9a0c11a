#include "ui/connect/question_dialog.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr QSize leastQuestion(520, 0);
}  // namespace

QuestionDialog::QuestionDialog(const QString& title, QWidget* parent)
    : QDialog(parent), layout_(new QVBoxLayout(this)) {
    setWindowTitle(title);
    layout_->setContentsMargins(16, 16, 16, 16);
    layout_->setSpacing(12);
}

void QuestionDialog::addButtons(const QString& agree, const QString& refuse, bool isAgreeDefault) {
    auto* refusing = new QPushButton(refuse, this);
    connect(refusing, &QPushButton::clicked, this, &QDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(refusing);
    if (!agree.isEmpty()) {
        auto* agreeing = new QPushButton(agree, this);
        connect(agreeing, &QPushButton::clicked, this, &QDialog::accept);
        agreeing->setAutoDefault(isAgreeDefault);
        agreeing->setDefault(isAgreeDefault);
        if (isAgreeDefault) setLook(agreeing, "primary");
        buttons->addWidget(agreeing);
    }
    if (!isAgreeDefault) {
        refusing->setDefault(true);
        refusing->setFocus();
    }
    layout_->addSpacing(4);
    layout_->addStretch(1);
    layout_->addLayout(buttons);
}

QSize QuestionDialog::sizeHint() const {
    return QDialog::sizeHint().expandedTo(leastQuestion);
}

}  // namespace stepvault::ui
