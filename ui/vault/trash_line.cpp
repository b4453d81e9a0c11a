#include "ui/vault/trash_line.h"

#include <algorithm>

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

namespace {

QStringList entriesOf(const VaultView& view) {
    QStringList entries;
    for (const TrashEntry& entry : view.trash)
        entries << toQString(entry.id);
    return entries;
}

/// The newest removal of which anything can come back; nullptr for none.
const TrashEntry* lastOf(const VaultView& view) {
    const auto last = std::ranges::find_if(view.trash.rbegin(), view.trash.rend(),
                                           [](const TrashEntry& entry) { return !entry.steps.empty(); });
    return last == view.trash.rend() ? nullptr : &*last;
}

}  // namespace

TrashLine::TrashLine(QWidget* parent)
    : QWidget(parent),
      text_(new QLabel(this)),
      restore_(new QPushButton(tr("Restore the last"), this)),
      empty_(new QPushButton(this)),
      keep_(new QPushButton(tr("Keep them"), this)),
      confirm_(new QPushButton(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(text_, 1);
    for (QPushButton* button : {restore_, empty_, keep_, confirm_})
        layout->addWidget(button);
    connect(restore_, &QPushButton::clicked, this,
            [this] { emit restoreClicked({toQString(lastOf(*view_)->id)}); });
    connect(empty_, &QPushButton::clicked, this, [this] { ask(true); });
    connect(keep_, &QPushButton::clicked, this, [this] { ask(false); });
    connect(confirm_, &QPushButton::clicked, this, [this] {
        ask(false);
        emit emptyConfirmed(asked_);
    });
    update();
}

void TrashLine::setView(const std::shared_ptr<const VaultView>& view) {
    view_ = view;
    // What came or went since is not what was asked about.
    if (isAsking_ && entriesOf(*view_) != asked_) isAsking_ = false;
    update();
}

void TrashLine::setBusy(bool isBusy) {
    isBusy_ = isBusy;
    if (isBusy) isAsking_ = false;
    update();
}

void TrashLine::ask(bool isAsking) {
    isAsking_ = isAsking;
    if (isAsking) asked_ = entriesOf(*view_);
    update();
    (isAsking ? keep_ : empty_)->setFocus(Qt::OtherFocusReason);
}

void TrashLine::update() {
    const TrashSum sum = view_ ? sumOf(view_->trash) : TrashSum();
    // A removal that was cut off may have left a folder with nothing in it.
    const bool isEmpty = sum.checkpoints == 0 && sum.bytes == 0;
    const TrashEntry* last = view_ ? lastOf(*view_) : nullptr;
    text_->setText(isAsking_ ? tr("%1 would be gone for good.").arg(checkpointCount(sum.checkpoints))
                   : view_   ? describeTrash(sum)
                             : QString());
    setLook(text_, isAsking_ ? "warn" : isEmpty ? "muted" : "");
    empty_->setText(tr("Empty trash, free %1").arg(formatBytes(sum.bytes)));
    confirm_->setText(tr("Delete %1").arg(checkpointCount(sum.checkpoints)));
    restore_->setToolTip(last != nullptr ? describeRemoval(*last, *view_, QDateTime::currentDateTime())
                                         : QString());
    restore_->setVisible(last != nullptr && !isAsking_);
    empty_->setVisible(!isEmpty && !isAsking_);
    keep_->setVisible(isAsking_);
    confirm_->setVisible(isAsking_);
    for (QPushButton* button : {restore_, empty_, confirm_})
        button->setEnabled(!isBusy_);
}

QString TrashLine::text() const {
    return text_->text();
}

}  // namespace stepvault::ui
