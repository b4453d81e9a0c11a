#pragma once

#include <optional>

#include <QFont>
#include <QGraphicsItem>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// A thin upright line, a dot on the curve, and its value there.
class CrosshairLayer : public QGraphicsItem {
 public:
    CrosshairLayer();

    void setColors(const Tokens& tokens, const QColor& series);
    void setArea(const QRectF& area);
    /// `at` lies on the curve (scene coordinates).
    void showAt(const QPointF& at, const QString& text);
    void clear();
    [[nodiscard]] const QString& text() const { return text_; }

    [[nodiscard]] QRectF boundingRect() const override { return area_.adjusted(-8, -8, 8, 8); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    QRectF area_;
    std::optional<QPointF> at_;
    QString text_;
    QFont font_;
    QColor line_, back_, ink_, series_;
};

}  // namespace stepvault::ui
