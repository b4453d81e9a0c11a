#include "ui/inside/cell_table.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>

#include "ui/theme/table_look.h"
#include "ui/widgets/cell_delegate.h"

namespace stepvault::ui {

namespace {
constexpr int cellHeight = 24;
constexpr int leastWidth = 48;
/// Cells widen a column so far at most.
constexpr int mostWidth = 180;
/// So many rows tell a column's width.
constexpr int rowsForWidth = 50;
}  // namespace

CellTable::CellTable(const QString& name, std::vector<CellTableModel::Column> columns,
                     std::span<const int> widths, QWidget* parent)
    : QTableView(parent), model_(std::move(columns)) {
    sorted_.setSourceModel(&model_);
    sorted_.setSortRole(CellTableModel::SortRole);
    sorted_.setSortCaseSensitivity(Qt::CaseInsensitive);
    sorted_.setFilterKeyColumn(-1);
    sorted_.setFilterCaseSensitivity(Qt::CaseInsensitive);
    setModel(&sorted_);
    setItemDelegate(new CellDelegate(this));
    setTableLook(*this, cellHeight);
    setSortingEnabled(true);
    setUnsorted();
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    horizontalHeader()->setMinimumSectionSize(leastWidth);
    horizontalHeader()->setResizeContentsPrecision(rowsForWidth);
    for (int column = 0; const int width : widths) {
        if (width == 0)
            wide_ = column;
        else
            setColumnWidth(column, width);
        ++column;
    }
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column != wide_) fit();
    });
}

void CellTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fit();
}

void CellTable::fit() {
    if (wide_ < 0) return;
    int others = 0;
    for (int column = 0; column < model_.columnCount(); ++column)
        others += column == wide_ ? 0 : columnWidth(column);
    setColumnWidth(wide_, std::max({leastWide_, titleWidth(*this, wide_), viewport()->width() - others}));
}

void CellTable::setRows(std::vector<std::vector<Cell>> rows) {
    model_.setRows(std::move(rows));
    // Titles and roles are longer in some languages.
    for (int column = 0; column < model_.columnCount(); ++column) {
        if (column == wide_) continue;
        const int least = std::max(titleWidth(*this, column), std::min(sizeHintForColumn(column), mostWidth));
        if (columnWidth(column) < least) setColumnWidth(column, least);
    }
}

void CellTable::setFilter(const QString& text) {
    sorted_.setFilterFixedString(text);
}

void CellTable::setLeastWide(int width) {
    leastWide_ = width;
    fit();
}

void CellTable::setUnsorted() {
    sortByColumn(-1, Qt::AscendingOrder);
}

}  // namespace stepvault::ui
