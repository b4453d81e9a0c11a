#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "ui/models/run_filter.h"
#include "ui/runs/run_columns.h"
#include "ui/text/shared_names.h"

namespace stepvault::ui {

/// The runs that pass the filter, a row each, sorted by any column; runs without a value come last in either
/// order.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        FavouriteRole,
        StateRole,  ///< int of RunState
        IsOldRole,  ///< the run's vault cannot be read now
    };

    explicit RunTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setRuns(std::vector<RunEntry> runs);
    void setFilter(const QString& text);
    /// While held, rows stay where they are and new runs come last.
    void setHeld(bool isHeld);
    [[nodiscard]] const std::vector<RunColumn>& columns() const { return columns_; }
    [[nodiscard]] std::size_t runCount() const { return runs_.size(); }
    [[nodiscard]] int rowOf(const QString& id) const;  ///< -1 for none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

 private:
    [[nodiscard]] std::vector<std::size_t> ordered() const;
    [[nodiscard]] std::vector<std::size_t> continued(const std::vector<std::string>& before) const;
    [[nodiscard]] std::vector<std::string> shownIds() const;
    /// `before`: ids of the rows as the view knows them.
    void setRows(std::vector<std::size_t> rows, const std::vector<std::string>& before);

    std::vector<RunEntry> runs_;
    std::vector<ShortName> shortNames_;  ///< of the runs
    std::vector<RunColumn> columns_ = runColumns({});
    std::vector<std::size_t> rows_;  ///< indices of runs_
    QString filterText_;
    RunFilter filter_;
    RunColumn sortColumn_;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    bool isHeld_ = false;
};

}  // namespace stepvault::ui
