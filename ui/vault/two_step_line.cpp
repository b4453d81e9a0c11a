#include "ui/vault/two_step_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/theme/look.h"

namespace stepvault::ui {

TwoStepLine::TwoStepLine(const QString& explanation, const QString& look, QWidget* parent)
    : QWidget(parent),
      explanation_(explanation),
      line_(new QHBoxLayout(this)),
      text_(new QLabel(this)),
      look_(new QPushButton(look, this)),
      act_(new QPushButton(this)),
      drop_(new QPushButton(tr("Cancel"), this)) {
    text_->setWordWrap(true);
    line_->setContentsMargins(0, 0, 0, 0);
    line_->setSpacing(8);
    line_->addWidget(text_, 1);
    for (QPushButton* button : {look_, drop_, act_})
        line_->addWidget(button);
    connect(look_, &QPushButton::clicked, this, &TwoStepLine::lookClicked);
    connect(drop_, &QPushButton::clicked, this, &TwoStepLine::reset);
    connect(act_, &QPushButton::clicked, this, [this] {
        reset();
        emit actClicked();
    });
    reset();
}

void TwoStepLine::addChoice(QWidget* choice) {
    line_->insertWidget(1, choice);
}

void TwoStepLine::reset() {
    offer(explanation_, {});
    setLook(text_, "muted");
}

void TwoStepLine::offer(const QString& text, const QString& act, bool isWarning) {
    text_->setText(text);
    setLook(text_, isWarning ? "warn" : "");
    act_->setText(act);
    act_->setVisible(!act.isEmpty());
    drop_->setVisible(!act.isEmpty());
    look_->setVisible(act.isEmpty());
}

void TwoStepLine::setBusy(bool isBusy) {
    for (QPushButton* button : {look_, act_})
        button->setEnabled(!isBusy);
}

QString TwoStepLine::text() const {
    return text_->text();
}

}  // namespace stepvault::ui
