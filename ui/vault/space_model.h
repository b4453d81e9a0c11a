#pragma once

#include <QAbstractTableModel>

#include "ui/models/vault_view.h"
#include "ui/text/shared_names.h"

namespace stepvault::ui {

/// The space of each run, one run a row. CurveNameDelegate draws the names.
class SpaceModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Run, Stored, Ratio, Original, Checkpoints, ColumnCount };
    enum Role { SortRole = Qt::UserRole + 1 };  ///< a number or text

    using QAbstractTableModel::QAbstractTableModel;

    void setView(std::shared_ptr<const VaultView> view);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::shared_ptr<const VaultView> view_;
    std::vector<ShortName> names_;  ///< of the runs
};

}  // namespace stepvault::ui
