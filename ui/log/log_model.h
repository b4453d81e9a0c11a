#pragma once

#include <deque>

#include <QAbstractTableModel>

#include "ui/log/log_entry.h"

namespace stepvault::ui {

/// The entries since the window was opened, the newest last.
class LogModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Time, Run, What, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole + 1,  ///< int of WatchNotes::Kind
        PlainRole,                    ///< the row as plain text
    };

    /// The oldest entries are dropped beyond this number.
    static constexpr int mostRows = 2000;

    using QAbstractTableModel::QAbstractTableModel;

    void add(LogEntry entry);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::deque<LogEntry> entries_;
};

}  // namespace stepvault::ui
