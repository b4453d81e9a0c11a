#include "ui/widgets/cell_delegate.h"

#include <QApplication>

namespace stepvault::ui {

namespace {
/// Beyond what the style leaves.
constexpr int padding = 5;

const QStyle& styleOf(const QStyleOptionViewItem& cell) {
    return cell.widget != nullptr ? *cell.widget->style() : *QApplication::style();
}
}  // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle& style = styleOf(cell);
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    cell.rect.adjust(padding, 0, -padding, 0);
    style.drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
}

int CellDelegate::contentWidth(const QStyleOptionViewItem& cell) {
    const int styleMargin = styleOf(cell).pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
    return cell.rect.width() - 2 * (padding + styleMargin);
}

}  // namespace stepvault::ui
