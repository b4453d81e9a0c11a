#include "ui/theme/table_look.h"

#include <QHeaderView>
#include <QTableView>
#include <QVariant>

namespace stepvault::ui {

void setTableLook(QTableView& table, int rowHeight) {
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(rowHeight);
    table.horizontalHeader()->setHighlightSections(false);
}

void setColumnWidths(QTableView& table, std::span<const int> widths) {
    for (int column = 0; const int width : widths)
        table.setColumnWidth(column++, width);
}

QVariant cellAlignment(bool isNumber) {
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

}  // namespace stepvault::ui
