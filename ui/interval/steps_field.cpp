#include "ui/interval/steps_field.h"

#include <algorithm>
#include <limits>

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {

int boxed(std::uint64_t steps) {
    return static_cast<int>(std::min<std::uint64_t>(steps, std::numeric_limits<int>::max()));
}

}  // namespace

StepsField::StepsField(const QString& title, QWidget* parent)
    : QWidget(parent), box_(new QSpinBox(this)), origin_(new QLabel(this)) {
    setLook(origin_, "caption");
    origin_->setWordWrap(true);
    box_->setRange(1, std::numeric_limits<int>::max());
    box_->setGroupSeparatorShown(true);
    box_->setLocale(displayLocale());
    box_->setAlignment(Qt::AlignRight);
    box_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box_->setAccessibleName(title);
    box_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    // A number that is still being typed is none yet.
    box_->setKeyboardTracking(false);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new QLabel(title, this), 1);
    head->addWidget(box_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(origin_);
    connect(box_, &QSpinBox::valueChanged, this, [this](int steps) {
        chosen_ = static_cast<std::uint64_t>(steps);
        show(*chosen_, tr("set here"));
        emit changed();
    });
}

void StepsField::setFound(std::uint64_t steps, std::uint64_t least, const QString& origin) {
    const QSignalBlocker quiet(box_);
    box_->setMinimum(boxed(least));
    if (chosen_) return;
    found_ = steps;
    foundOrigin_ = origin;
    show(steps, origin);
}

void StepsField::setChosen(std::optional<std::uint64_t> steps) {
    chosen_ = steps;
    if (steps) return show(*steps, tr("set here"));
    show(found_, foundOrigin_);
}

void StepsField::show(std::uint64_t steps, const QString& origin) {
    const QSignalBlocker quiet(box_);
    box_->setValue(boxed(steps));
    origin_->setText(origin);
    box_->setAccessibleDescription(origin);
}

QString StepsField::originText() const {
    return origin_->text();
}

}  // namespace stepvault::ui
