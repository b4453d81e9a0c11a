#pragma once

#include <QStyledItemDelegate>

namespace stepvault::ui {

/// Draws cells whose text stands as far from their edges as the header's does.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

 protected:
    /// The width, in pixels, that the cell leaves for an icon and its text.
    static int contentWidth(const QStyleOptionViewItem& cell);
};

}  // namespace stepvault::ui
