#include "ui/widgets/cell_delegate.h"

#include <QApplication>

#include "ui/text/shared_names.h"

namespace stepvault::ui {

namespace {
/// In addition to the style's margin.
constexpr int padding = 5;

/// Between an icon and the text.
constexpr int iconGap = 8;

void shorten(QStyleOptionViewItem& cell, const ShortName& name, const QStyle& style) {
    const int styleMargin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
    int room = cell.rect.width() - 2 * styleMargin;
    if (cell.features.testFlag(QStyleOptionViewItem::HasDecoration))
        room -= cell.decorationSize.width() + iconGap;
    cell.text = name.fit(cell.text, cell.fontMetrics, room);
    cell.textElideMode = name.side;
}

}  // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle& style = cell.widget != nullptr ? *cell.widget->style() : *QApplication::style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    cell.rect.adjust(padding, 0, -padding, 0);
    const QVariant name = index.data(shortNameRole);
    if (name.isValid()) shorten(cell, name.value<ShortName>(), style);
    style.drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * padding, 0);
}

}  // namespace stepvault::ui
