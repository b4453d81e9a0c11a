#pragma once

#include <QSortFilterProxyModel>

namespace stepvault::ui {

/// Sorts by CheckpointModel::SortRole; NaN and missing numbers come before all others, equal ones go by step.
class CheckpointSortModel : public QSortFilterProxyModel {
    Q_OBJECT

 public:
    explicit CheckpointSortModel(QObject* parent = nullptr);

 protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}  // namespace stepvault::ui
