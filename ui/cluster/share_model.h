#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "ui/cluster/checkpoint_tiles.h"

namespace stepvault::ui {

/// The largest containers and tensors of a checkpoint with the processes that hold them: the map as a table.
class ShareModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Path, Bytes, Tensors, Ranks, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setStudy(std::shared_ptr<const ClusterStudy> study);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::shared_ptr<const ClusterStudy> study_;
    std::vector<std::uint32_t> nodes_;  ///< of the tree, largest first
};

}  // namespace stepvault::ui
