#pragma once

#include <QStyledItemDelegate>

namespace stepvault::ui {

class Theme;

/// Draws the rows of RunListModel: headings, and runs with state, last step and loss, a sparkline, and their
/// bytes.
class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    explicit RunDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
    void paintHeading(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    /// At the end of `line`, which becomes shorter by that.
    void paintPlace(QPainter& painter, const QStyleOptionViewItem& option, const QString& place,
                    QRectF& line) const;
    void paintSpark(QPainter& painter, const QRectF& box, const QList<double>& values, const QPen& pen) const;

    const Theme& theme_;
};

}  // namespace stepvault::ui
