#include "ui/vault/trash_list.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/vault/vault_text.h"
#include "ui/widgets/cell_delegate.h"

namespace stepvault::ui {

namespace {

constexpr int trashRowHeight = 24;
constexpr int mostRowsShown = 5;
constexpr int trashWidths[] = {110, 180, 260, 80};

/// The newest removal of which anything can be restored; nullptr for none.
const TrashEntry* lastOf(const VaultView& view) {
    const auto last = std::ranges::find_if(
        view.trash.rbegin(), view.trash.rend(),
        [](const TrashEntry& entry) { return !entry.steps.empty() || !entry.originals.empty(); });
    return last == view.trash.rend() ? nullptr : &*last;
}

}  // namespace

TrashList::TrashList(QWidget* parent)
    : QWidget(parent),
      table_(new QTableView(this)),
      text_(new QLabel(this)),
      restore_(new QPushButton(this)),
      empty_(new QPushButton(this)),
      keep_(new QPushButton(tr("Keep them"), this)),
      confirm_(new QPushButton(this)) {
    setUpTable();
    text_->setWordWrap(true);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(text_, 1);
    for (QPushButton* button : {restore_, empty_, keep_, confirm_})
        line->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(line);
    layout->addWidget(table_);
    connect(restore_, &QPushButton::clicked, this, [this] { emit restoreClicked(restorable()); });
    connect(empty_, &QPushButton::clicked, this, [this] { ask(true); });
    connect(keep_, &QPushButton::clicked, this, [this] { ask(false); });
    connect(confirm_, &QPushButton::clicked, this, [this] {
        ask(false);
        emit emptyConfirmed(asked_);
    });
    update();
}

void TrashList::setUpTable() {
    table_->setModel(&model_);
    table_->setItemDelegate(new CellDelegate(table_));
    table_->setAccessibleName(tr("Removals in the trash"));
    setTableLook(*table_, trashRowHeight);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setFrameShape(QFrame::NoFrame);
    setColumnWidths(*table_, trashWidths);
    table_->horizontalHeader()->setSectionResizeMode(TrashModel::Content, QHeaderView::Stretch);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        isAsking_ = false;
        update();
    });
}

void TrashList::setView(const std::shared_ptr<const VaultView>& view) {
    view_ = view;
    model_.setView(view);
    fitTable();
    // The question was about other entries.
    if (isAsking_ && deletable() != asked_) isAsking_ = false;
    update();
}

void TrashList::fitTable() {
    const int rows = std::min(model_.rowCount(), mostRowsShown);
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + rows * trashRowHeight + 2);
    table_->setVisible(rows > 0);
}

void TrashList::setBusy(bool isBusy) {
    isBusy_ = isBusy;
    if (isBusy) isAsking_ = false;
    update();
}

void TrashList::ask(bool isAsking) {
    isAsking_ = isAsking;
    if (isAsking) asked_ = deletable();
    update();
    (isAsking ? keep_ : empty_)->setFocus(Qt::OtherFocusReason);
}

QStringList TrashList::selected() const {
    QStringList entries;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        entries << index.data(TrashModel::EntryRole).toString();
    entries.sort();
    return entries;
}

QStringList TrashList::restorable() const {
    const QStringList chosen = selected();
    if (!chosen.isEmpty()) return chosen;
    const TrashEntry* last = view_ ? lastOf(*view_) : nullptr;
    return last != nullptr ? QStringList(toQString(last->id)) : QStringList();
}

QStringList TrashList::deletable() const {
    QStringList entries = selected();
    if (!entries.isEmpty() || !view_) return entries;
    for (const TrashEntry& entry : view_->trash)
        entries << toQString(entry.id);
    return entries;
}

TrashSum TrashList::sumOfEntries(const QStringList& entries) const {
    std::vector<TrashEntry> chosen;
    for (const TrashEntry& entry : view_->trash)
        if (entries.contains(toQString(entry.id))) chosen.push_back(entry);
    return sumOf(chosen);
}

void TrashList::update() {
    const TrashSum sum = view_ ? sumOf(view_->trash) : TrashSum();
    // An interrupted removal may leave an empty folder.
    const bool isEmpty = sum.checkpoints == 0 && sum.originals == 0 && sum.bytes == 0;
    const TrashSum asked = view_ ? sumOfEntries(isAsking_ ? asked_ : deletable()) : TrashSum();
    const bool isSelected = !selected().isEmpty();
    text_->setText(isAsking_ ? tr("%1 would be gone for good.").arg(describeContent(asked))
                   : view_   ? describeTrash(sum)
                             : QString());
    setLook(text_, isAsking_ ? "warn" : isEmpty ? "muted" : "");
    restore_->setText(isSelected ? tr("Restore selected") : tr("Restore the last"));
    empty_->setText(isSelected ? tr("Delete selected, free %1").arg(formatBytes(asked.bytes))
                               : tr("Empty trash, free %1").arg(formatBytes(sum.bytes)));
    confirm_->setText(tr("Delete %1").arg(describeContent(asked)));
    restore_->setVisible(!restorable().isEmpty() && !isAsking_);
    empty_->setVisible(!isEmpty && !isAsking_);
    keep_->setVisible(isAsking_);
    confirm_->setVisible(isAsking_);
    for (QPushButton* button : {restore_, empty_, confirm_})
        button->setEnabled(!isBusy_);
}

QString TrashList::text() const {
    return text_->text();
}

}  // namespace stepvault::ui
