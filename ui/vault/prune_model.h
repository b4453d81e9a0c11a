#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "ui/text/shared_names.h"
#include "ui/vault/rule_choice.h"

namespace stepvault::ui {

/// The decisions of the rules, one checkpoint a row, the oldest first, run after run.
class PruneModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Run, Step, Source, Stored, Verdict, Why, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole + 1,  ///< a number or text
        IsKeptRole,                   ///< bool
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows stay where nothing changed.
    void setPlan(const RemovalPlan& plan);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Row {
        QString run;
        ShortName shortRun;
        qlonglong step = 0;
        QString source;
        qulonglong bytes = 0;
        bool isKept = true;
        bool isHeld = false;
        QString why;

        bool operator==(const Row&) const = default;
    };
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QVariant sortKey(const Row& row, int column) const;

    std::vector<Row> rows_;
};

}  // namespace stepvault::ui
