#pragma once

#include <span>

class QTableView;
class QVariant;

namespace stepvault::ui {

/// The look of every table: whole rows are chosen, one at a time, without grid, row numbers or editing; Tab
/// goes on to the next widget. `rowHeight` in pixels.
void setTableLook(QTableView& table, int rowHeight);

/// `widths` in pixels, of the first columns. A column whose title needs more gets more.
void setColumnWidths(QTableView& table, std::span<const int> widths);

/// The width in pixels that the title of a column needs.
int titleWidth(const QTableView& table, int column);

/// The value of Qt::TextAlignmentRole for a cell.
QVariant cellAlignment(bool isNumber);

}  // namespace stepvault::ui
