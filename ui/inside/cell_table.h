#pragma once

#include <span>
#include <vector>

#include <QSortFilterProxyModel>
#include <QTableView>

#include "ui/inside/cell_table_model.h"

namespace stepvault::ui {

/// A table of cells that can be sorted and filtered. The column that takes the space that is left shows the
/// end of long names: names of tensors differ there.
class CellTable : public QTableView {
    Q_OBJECT

 public:
    /// `widths` in pixels, one for each column; 0: takes the space that is left.
    CellTable(const QString& name, std::vector<CellTableModel::Column> columns, std::span<const int> widths,
              QWidget* parent = nullptr);

    void setRows(std::vector<std::vector<Cell>> rows);
    /// Shows only rows with this text in one of their cells, in either case.
    void setFilter(const QString& text);
    /// The least width in pixels of the column that takes the remaining width.
    void setLeastWide(int width);
    /// In the order of the rows that were set, until the user sorts.
    void setUnsorted();
    [[nodiscard]] int shownRows() const { return sorted_.rowCount(); }
    [[nodiscard]] int allRows() const { return model_.rowCount(); }

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    /// Gives the wide column the remaining width, but never less than a name needs.
    void fit();

    int wide_ = -1;  ///< its column
    int leastWide_ = 200;
    CellTableModel model_;
    QSortFilterProxyModel sorted_;
};

}  // namespace stepvault::ui
