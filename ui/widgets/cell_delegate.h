#pragma once

#include <QStyledItemDelegate>

namespace stepvault::ui {

/// Draws cells whose text stands as far from their edges as the header's does. A name that does not fit is
/// drawn as its ShortName (shortNameRole).
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace stepvault::ui
