#include "ui/widgets/segment_control.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/theme/look.h"

namespace stepvault::ui {

SegmentControl::SegmentControl(const QStringList& choices, QWidget* parent)
    : QWidget(parent), group_(new QButtonGroup(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (const QString& choice : choices) {
        auto* button = new QToolButton(this);
        button->setText(choice);
        button->setCheckable(true);
        button->setAccessibleName(choice);
        setLook(button, "segment");
        group_->addButton(button, static_cast<int>(group_->buttons().size()));
        layout->addWidget(button);
    }
    setCurrent(0);
    connect(group_, &QButtonGroup::idClicked, this, &SegmentControl::chosen);
}

void SegmentControl::setCurrent(int index) {
    if (QAbstractButton* button = group_->button(index)) return button->setChecked(true);
    group_->setExclusive(false);
    if (QAbstractButton* button = group_->checkedButton()) button->setChecked(false);
    group_->setExclusive(true);
}

int SegmentControl::current() const {
    return group_->checkedId();
}

void SegmentControl::setTips(const QStringList& tips) {
    for (int i = 0; i < tips.size(); ++i) {
        if (QAbstractButton* button = group_->button(i)) button->setToolTip(tips[i]);
    }
}

}  // namespace stepvault::ui
