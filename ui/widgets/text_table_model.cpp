#include "ui/widgets/text_table_model.h"

#include <utility>

#include "ui/theme/table_look.h"

namespace stepvault::ui {

TextTableModel::TextTableModel(QStringList titles, QObject* parent)
    : QAbstractTableModel(parent), titles_(std::move(titles)) {}

void TextTableModel::setLines(std::vector<QStringList> lines) {
    if (lines.size() == lines_.size()) {
        // In place, so that a moving slider doesn't throw away where one has scrolled to.
        lines_ = std::move(lines);
        if (!lines_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
}

int TextTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int TextTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(titles_.size());
}

QVariant TextTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(index.column() != 0);
    if (role != Qt::DisplayRole) return {};
    return lines_[static_cast<std::size_t>(index.row())][index.column()];
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(section != 0);
    return role == Qt::DisplayRole ? QVariant(titles_[section]) : QVariant();
}

}  // namespace stepvault::ui
