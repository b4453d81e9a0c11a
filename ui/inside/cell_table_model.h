#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

namespace stepvault::ui {

/// A cell: its text, the value that it sorts by (the text where there is none), and its tool tip.
struct Cell {
    QString text;
    QVariant sort = {};
    QString tip = {};
};

/// A table of cells that are made once and then only looked at.
class CellTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    static constexpr int SortRole = Qt::UserRole;

    struct Column {
        QString title;
        bool isNumber = false;
    };

    explicit CellTableModel(std::vector<Column> columns, QObject* parent = nullptr);

    /// As many cells in each row as there are columns.
    void setRows(std::vector<std::vector<Cell>> rows);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
};

}  // namespace stepvault::ui
