#include "ui/bits/recode_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/bits/recode_text.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

RecodeLine::RecodeLine(QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), leave_(new QPushButton(this)), recode_(new QPushButton(this)) {
    setLook(this, "card");
    text_->setWordWrap(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    layout->addWidget(text_, 1);
    layout->addWidget(leave_);
    layout->addWidget(recode_);
    connect(recode_, &QPushButton::clicked, this, [this] {
        if (plan_) emit recodeClicked(*plan_);
    });
    connect(leave_, &QPushButton::clicked, this, [this] {
        if (task_ != RecodeWork::Task::none) return emit stopClicked();
        clear();
    });
    update();
}

void RecodeLine::setTask(RecodeWork::Task task) {
    task_ = task;
    if (task_ != RecodeWork::Task::none) told_.clear();
    if (task_ == RecodeWork::Task::preview) plan_.reset();
    update();
}

void RecodeLine::offer(const RecodePlan& plan) {
    plan_ = plan;
    told_.clear();
    update();
}

void RecodeLine::tell(const QString& text) {
    plan_.reset();
    told_ = text;
    update();
}

void RecodeLine::clear() {
    tell({});
}

void RecodeLine::update() {
    using Task = RecodeWork::Task;
    const bool isBusy = task_ != Task::none;
    text_->setText(
        task_ == Task::preview
            ? tr("Coding a copy of every checkpoint, to say what becomes of them. Nothing is changed.")
        : task_ == Task::recode ? tr("Recoding. Until all checkpoints are done, everything is as it was.")
        : plan_                 ? describePreview(*plan_)
                                : told_);
    leave_->setText(isBusy ? tr("Stop") : plan_ ? tr("Leave as it is") : tr("Close"));
    recode_->setVisible(plan_ && !isBusy);
    if (plan_) {
        recode_->setText(stepvault::ui::recodeButton(plan_->report));
        setLook(recode_, plan_->report.stored_after < plan_->report.stored_before ? "primary" : "");
    }
    setVisible(isBusy || plan_ || !told_.isEmpty());
}

QString RecodeLine::text() const {
    return text_->text();
}

}  // namespace stepvault::ui
