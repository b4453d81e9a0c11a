#pragma once

#include <optional>
#include <vector>

#include <QFont>
#include <QGraphicsItem>
#include <QPen>
#include <QStringList>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// The readout of all curves at one x: an upright line, a dot on each curve, and a box with names and values.
class ReadoutLayer : public QGraphicsItem {
 public:
    struct Entry {
        QPen pen;
        QString name;
        QString value;
        double y = 0;  ///< scene coordinate of the dot
        QString id = {};
    };

    ReadoutLayer();

    void setColors(const Tokens& tokens);
    void setArea(const QRectF& area);
    /// `x` in scene coordinates. Entries that the area has no room for are counted in a last line.
    void showAt(double x, const QString& title, std::vector<Entry> entries);
    void clear();
    /// Title and entries, a line each.
    [[nodiscard]] QString text() const;

    [[nodiscard]] QRectF boundingRect() const override { return area_.adjusted(-8, -8, 8, 8); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
    /// The names of the entries, shortened where they do not fit.
    [[nodiscard]] QStringList fittedNames() const;
    void paintBox(QPainter& painter) const;

    QRectF area_;
    std::optional<double> x_;
    QString title_;
    std::vector<Entry> entries_;
    QFont font_;
    QColor line_, back_, ink_, muted_;
};

}  // namespace stepvault::ui
