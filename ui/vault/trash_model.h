#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "ui/models/vault_view.h"
#include "ui/text/shared_names.h"

namespace stepvault::ui {

/// The removals in the trash, one a row, the newest first.
class TrashModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Removed, Run, Content, Size, ColumnCount };
    enum Role { EntryRole = Qt::UserRole + 1 };  ///< QString: TrashEntry::id

    using QAbstractTableModel::QAbstractTableModel;

    void setView(const std::shared_ptr<const VaultView>& view);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    [[nodiscard]] QString text(const TrashEntry& entry, int row, int column) const;

    std::shared_ptr<const VaultView> view_;
    std::vector<const TrashEntry*> entries_;  ///< of view_
    QStringList runs_;                        ///< their names
    std::vector<ShortName> shortRuns_;
};

}  // namespace stepvault::ui
