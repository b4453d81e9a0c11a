#pragma once

#include <span>

class QTableView;
class QVariant;

namespace stepvault::ui {

/// The look of every table: whole rows are chosen, one at a time, without grid, row numbers or editing; Tab
/// goes on to the next widget. `rowHeight` in pixels.
void setTableLook(QTableView& table, int rowHeight);

/// `widths` in pixels, of the first columns.
void setColumnWidths(QTableView& table, std::span<const int> widths);

/// What models answer to Qt::TextAlignmentRole.
QVariant cellAlignment(bool isNumber);

}  // namespace stepvault::ui
