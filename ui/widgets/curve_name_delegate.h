#pragma once

#include <QStyledItemDelegate>

namespace stepvault::ui {

class Theme;

/// A run's name behind a sample of its curve; a ring and a faint name where the curve is hidden. For the
/// first column of CompareModel.
class CurveNameDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    explicit CurveNameDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
    const Theme& theme_;
};

}  // namespace stepvault::ui
