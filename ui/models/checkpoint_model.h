// The checkpoints of one run, a row each.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "library/catalog/catalog.h"

namespace stepvault::ui {

class CheckpointModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    /// Numbers before Scheme, texts from Scheme on, muted ones from Kept on. CheckpointTable has their
    /// widths.
    enum Column {
        Step,
        Saved,
        Loss,
        Size,
        Stored,
        Ratio,
        RelativeError,
        Lag,
        Scheme,
        Kept,
        Source,
        ColumnCount
    };
    enum Role {
        SortRole = Qt::UserRole + 1,  ///< a number, or text where the column holds text; invalid for none
        IdRole,
    };

    explicit CheckpointModel(QObject* parent = nullptr);

    /// Changes only the rows that differ, so that selection and scroll position stay.
    void setCheckpoints(std::vector<CheckpointRow> checkpoints);
    /// Why each stays, or that it would go; by id. Empty: nothing is known of it.
    void setKept(std::map<std::string, QString> reasons);
    [[nodiscard]] const std::vector<CheckpointRow>& checkpoints() const { return rows_; }
    /// nullptr where there is none of this id.
    [[nodiscard]] const CheckpointRow* find(const QString& id) const;
    [[nodiscard]] int rowOf(const QString& id) const;  ///< -1 for none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    static QString schemeText(const CheckpointRow& row);

 private:
    [[nodiscard]] QString text(const CheckpointRow& row, int column) const;
    [[nodiscard]] QString toolTip(const CheckpointRow& row, int column) const;
    [[nodiscard]] QString keptText(const CheckpointRow& row) const;
    [[nodiscard]] QVariant sortKey(const CheckpointRow& row, int column) const;
    void removeMissing(const std::vector<CheckpointRow>& wanted);
    bool insertNew(std::vector<CheckpointRow>& wanted);

    std::vector<CheckpointRow> rows_;
    std::map<std::string, QString> kept_;
};

}  // namespace stepvault::ui
