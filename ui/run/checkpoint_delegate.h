#pragma once

#include <QStyledItemDelegate>

namespace stepvault::ui {

class Theme;

/// Rows without a focus frame per cell; the row of the mark under the mouse is lit.
class CheckpointDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    explicit CheckpointDelegate(const Theme& theme, QObject* parent = nullptr);

    /// False where nothing changed.
    bool setHovered(const QString& id);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

 private:
    const Theme& theme_;
    QString hovered_;
};

}  // namespace stepvault::ui
