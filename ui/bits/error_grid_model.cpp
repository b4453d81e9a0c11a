#include "ui/bits/error_grid_model.h"

#include <utility>

#include "ui/text/format.h"
#include "ui/theme/table_look.h"

namespace stepvault::ui {

void ErrorGridModel::setGrid(std::shared_ptr<const ErrorGrid> grid) {
    beginResetModel();
    grid_ = std::move(grid);
    endResetModel();
}

int ErrorGridModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(grid_->rows());
}

int ErrorGridModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(grid_->columns()) + 1;
}

QVariant ErrorGridModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(index.column() != 0);
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::ToolTipRole && index.column() == 0) return grid_->name(row);
    if (role != Qt::DisplayRole) return {};
    if (index.column() == 0) return grid_->name(row);
    const auto error = grid_->error(row, static_cast<std::size_t>(index.column() - 1));
    return error ? formatError(*error) : tr("–");
}

QVariant ErrorGridModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(section != 0);
    if (role != Qt::DisplayRole) return {};
    return section == 0 ? tr("Error at step")
                        : formatStep(grid_->step(static_cast<std::size_t>(section - 1)));
}

}  // namespace stepvault::ui
