#include "ui/log/log_model.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

void LogModel::add(LogEntry entry) {
    if (rowCount() == mostRows) {
        beginRemoveRows({}, 0, 0);
        entries_.pop_front();
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    entries_.push_back(std::move(entry));
    endInsertRows();
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int LogModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const LogEntry& entry = entries_[static_cast<std::size_t>(index.row())];
    if (role == KindRole) return static_cast<int>(entry.kind);
    if (role == PlainRole) return plainText(entry);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (index.column()) {
        case Time:
            return role == Qt::ToolTipRole ? displayLocale().toString(entry.time)
                                           : formatSaved(static_cast<double>(entry.time.toSecsSinceEpoch()),
                                                         QDateTime::currentDateTime());
        case Run:
            return entry.run;
        case What:
            return entry.text;
        default:
            return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QStringList titles{tr("Time"), tr("Run"), tr("What happened")};
    return titles[section];
}

}  // namespace stepvault::ui
