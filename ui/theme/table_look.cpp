#include "ui/theme/table_look.h"

#include <algorithm>

#include <QFontMetrics>
#include <QHeaderView>
#include <QTableView>
#include <QVariant>

#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr int aroundTitle = 18;
}  // namespace

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
    for (int column = 0; const int width : widths) {
        table.setColumnWidth(column, std::max(width, titleWidth(table, column)));
        ++column;
    }
}

int titleWidth(const QTableView& table, int column) {
    QFont caption = table.font();
    caption.setPixelSize(captionPixels);
    const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
    return QFontMetrics(caption).horizontalAdvance(title) + aroundTitle;
}

QVariant cellAlignment(bool isNumber) {
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

}  // namespace stepvault::ui
