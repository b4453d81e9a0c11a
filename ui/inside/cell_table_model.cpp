#include "ui/inside/cell_table_model.h"

#include <utility>

#include "ui/theme/table_look.h"

namespace stepvault::ui {

CellTableModel::CellTableModel(std::vector<Column> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void CellTableModel::setRows(std::vector<std::vector<Cell>> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int CellTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CellTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant CellTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Cell& cell = rows_[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return cell.text;
        case Qt::ToolTipRole:
            return cell.tip.isEmpty() ? QVariant() : QVariant(cell.tip);
        case Qt::TextAlignmentRole:
            return cellAlignment(columns_[static_cast<std::size_t>(index.column())].isNumber);
        case SortRole:
            return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
        default:
            return {};
    }
}

QVariant CellTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const Column& column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) return cellAlignment(column.isNumber);
    return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

}  // namespace stepvault::ui
