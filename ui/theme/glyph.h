// Small pictures drawn from paths, so that they are sharp at every scale and follow the theme.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPainterPath>

namespace stepvault::ui {

enum class Glyph {
    add,
    folder,
    vault,
    restore,
    menu,
    close,
    chevronDown,
    back,
    search,
    check,
    triangle,
    cross,
    dot,
    ring,
    pause,
    stop,
    star,
    table,
    play,
    diamond,
    info,
    download,
    machine,
};

/// In a box of 16 x 16. Some are filled shapes, the others strokes of width 1.5.
struct GlyphShape {
    QPainterPath path;
    bool filled = false;
};

GlyphShape glyphShape(Glyph glyph);
void paintGlyph(QPainter& painter, const QRectF& box, Glyph glyph, const QColor& color);
QIcon glyphIcon(Glyph glyph, const QColor& color, const QColor& disabled);
QPixmap glyphPixmap(Glyph glyph, const QColor& color, int size, qreal ratio);
/// The application's own icon: a falling curve with a checkpoint on it.
QPixmap appPixmap(int size);

}  // namespace stepvault::ui
