#include "ui/vault/trash_model.h"

#include "ui/text/format.h"
#include "ui/theme/table_look.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

void TrashModel::setView(const std::shared_ptr<const VaultView>& view) {
    if (view_ && view_->trash.size() == view->trash.size() &&
        std::ranges::equal(view_->trash, view->trash, {}, &TrashEntry::id, &TrashEntry::id)) {
        view_ = view;
        for (std::size_t i = 0; i < entries_.size(); ++i)
            entries_[i] = &view_->trash[entries_.size() - 1 - i];
        return;
    }
    beginResetModel();
    view_ = view;
    entries_.clear();
    runs_.clear();
    for (auto entry = view_->trash.rbegin(); entry != view_->trash.rend(); ++entry) {
        entries_.push_back(&*entry);
        const VaultRun* run = view_->find(entry->run_id);
        runs_ << (run != nullptr ? toQString(run->info.row.name) : tr("a run that is gone"));
    }
    shortRuns_ = shortNames(runs_);
    endResetModel();
}

int TrashModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int TrashModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString TrashModel::text(const TrashEntry& entry, int row, int column) const {
    switch (column) {
        case Removed:
            return formatSaved(static_cast<double>(removalTime(entry).toSecsSinceEpoch()),
                               QDateTime::currentDateTime());
        case Run:
            return runs_[row];
        case Content:
            return describeContent(entry);
        case Size:
            return formatBytes(entry.bytes);
        default:
            return {};
    }
}

QVariant TrashModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const TrashEntry& entry = *entries_[row];
    switch (role) {
        case Qt::DisplayRole:
            return text(entry, index.row(), index.column());
        case Qt::ToolTipRole:
            return index.column() == Content || index.column() == Run
                       ? text(entry, index.row(), index.column())
                       : QVariant();
        case Qt::TextAlignmentRole:
            return cellAlignment(index.column() == Size);
        case shortNameRole:
            return index.column() == Run ? QVariant::fromValue(shortRuns_[row]) : QVariant();
        case EntryRole:
            return toQString(entry.id);
        default:
            return {};
    }
}

QVariant TrashModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(section == Size);
    if (role != Qt::DisplayRole) return {};
    const QStringList titles{tr("Removed"), tr("Run"), tr("Content"), tr("Size")};
    return titles[section];
}

}  // namespace stepvault::ui
