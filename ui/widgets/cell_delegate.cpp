#include "ui/widgets/cell_delegate.h"

#include <QApplication>

namespace stepvault::ui {

namespace {
/// Beyond what the style leaves.
constexpr int padding = 5;
}  // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    cell.rect.adjust(padding, 0, -padding, 0);
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
}

}  // namespace stepvault::ui
