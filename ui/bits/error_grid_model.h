#pragma once

#include <QAbstractTableModel>

#include "ui/bits/error_grid.h"

namespace stepvault::ui {

/// The map of errors in words: the name, then a column for each step.
class ErrorGridModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    using QAbstractTableModel::QAbstractTableModel;

    void setGrid(std::shared_ptr<const ErrorGrid> grid);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::shared_ptr<const ErrorGrid> grid_ = std::make_shared<ErrorGrid>();
};

}  // namespace stepvault::ui
