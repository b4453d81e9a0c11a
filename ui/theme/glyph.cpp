#include "ui/theme/glyph.h"

#include <QIconEngine>
#include <QPainter>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

namespace {

QPainterPath polyline(std::initializer_list<QPointF> points, bool closed = false) {
    QPainterPath path(*points.begin());
    for (const QPointF& point : points)
        path.lineTo(point);
    if (closed) path.closeSubpath();
    return path;
}

QPainterPath folderPath() {
    return polyline({{2, 13}, {2, 3.5}, {6.5, 3.5}, {8, 5.5}, {14, 5.5}, {14, 13}}, true);
}

QPainterPath vaultPath() {
    QPainterPath path;
    path.addRoundedRect(QRectF(2, 2.5, 12, 11), 2, 2);
    path.addEllipse(QPointF(8, 8), 2.6, 2.6);
    path.moveTo(8, 5.4);
    path.lineTo(8, 8);
    return path;
}

QPainterPath restorePath() {
    QPainterPath path;
    path.arcMoveTo(QRectF(2.75, 3, 10.5, 10.5), 165);
    path.arcTo(QRectF(2.75, 3, 10.5, 10.5), 165, -315);
    path.moveTo(2.2, 3.2);
    path.lineTo(2.9, 7);
    path.lineTo(6.7, 6.2);
    return path;
}

QPainterPath circlePath(QPointF centre, qreal radius) {
    QPainterPath path;
    path.addEllipse(centre, radius, radius);
    return path;
}

QPainterPath lines(std::initializer_list<QLineF> strokes) {
    QPainterPath path;
    for (const QLineF& stroke : strokes) {
        path.moveTo(stroke.p1());
        path.lineTo(stroke.p2());
    }
    return path;
}

class GlyphEngine : public QIconEngine {
 public:
    GlyphEngine(Glyph glyph, const QColor& color, const QColor& disabled)
        : glyph_(glyph), color_(color), disabled_(disabled) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        paintGlyph(*painter, rect, glyph_, mode == QIcon::Disabled ? disabled_ : color_);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override {
        return std::make_unique<GlyphEngine>(glyph_, color_, disabled_).release();
    }

 private:
    Glyph glyph_;
    QColor color_;
    QColor disabled_;
};

}  // namespace

GlyphShape glyphShape(Glyph glyph) {
    switch (glyph) {
        case Glyph::add:
            return {lines({{8, 3, 8, 13}, {3, 8, 13, 8}})};
        case Glyph::folder:
            return {folderPath()};
        case Glyph::vault:
            return {vaultPath()};
        case Glyph::restore:
            return {restorePath()};
        case Glyph::menu:
            return {lines({{3, 4.5, 13, 4.5}, {3, 8, 13, 8}, {3, 11.5, 13, 11.5}})};
        case Glyph::close:
            return {lines({{4, 4, 12, 12}, {12, 4, 4, 12}})};
        case Glyph::chevronDown:
            return {polyline({{4, 6.5}, {8, 10.5}, {12, 6.5}})};
        case Glyph::back:
            return {polyline({{9.5, 4}, {5.5, 8}, {9.5, 12}})};
        case Glyph::search: {
            QPainterPath path = circlePath({7, 7}, 4);
            path.moveTo(10, 10);
            path.lineTo(13.5, 13.5);
            return {path};
        }
        case Glyph::check:
            return {polyline({{3, 8.5}, {6.5, 12}, {13, 4.5}})};
        case Glyph::triangle:
            return {polyline({{8, 3}, {13.5, 13}, {2.5, 13}}, true), true};
        case Glyph::cross:
            return {lines({{4, 4, 12, 12}, {12, 4, 4, 12}})};
        case Glyph::dot:
            return {circlePath({8, 8}, 4), true};
        case Glyph::ring:
            return {circlePath({8, 8}, 3.4)};
        case Glyph::pause:
            return {lines({{5.5, 4, 5.5, 12}, {10.5, 4, 10.5, 12}})};
        case Glyph::stop: {
            QPainterPath path;
            path.addRoundedRect(QRectF(4.5, 4.5, 7, 7), 1, 1);
            return {path};
        }
        case Glyph::star:
            return {polyline({{8, 2},
                              {9.8, 6.1},
                              {14, 6.5},
                              {10.8, 9.4},
                              {11.7, 13.8},
                              {8, 11.5},
                              {4.3, 13.8},
                              {5.2, 9.4},
                              {2, 6.5},
                              {6.2, 6.1}},
                             true),
                    true};
        case Glyph::table: {
            QPainterPath path = lines({{2, 6.5, 14, 6.5}, {2, 10, 14, 10}, {6.5, 3, 6.5, 13}});
            path.addRect(QRectF(2, 3, 12, 10));
            return {path};
        }
        case Glyph::play:
            return {polyline({{5, 3}, {13, 8}, {5, 13}}, true), true};
        case Glyph::diamond:
            return {polyline({{8, 3}, {13, 8}, {8, 13}, {3, 8}}, true), true};
        case Glyph::download: {
            QPainterPath path = polyline({{4.5, 6.5}, {8, 10}, {11.5, 6.5}});
            path.addPath(lines({{8, 2.5, 8, 10}, {3, 13, 13, 13}}));
            return {path};
        }
        case Glyph::machine: {
            QPainterPath path;
            path.addRoundedRect(QRectF(2, 3, 12, 8), 1, 1);
            path.addPath(lines({{8, 11, 8, 13.5}, {5, 13.5, 11, 13.5}}));
            return {path};
        }
        case Glyph::info: {
            QPainterPath path = circlePath({8, 8}, 5.5);
            path.addPath(lines({{8, 7.5, 8, 11}, {8, 5, 8, 5.2}}));
            return {path};
        }
    }
    return {};
}

void paintGlyph(QPainter& painter, const QRectF& box, Glyph glyph, const QColor& color) {
    const GlyphShape shape = glyphShape(glyph);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / 16, box.height() / 16);
    if (shape.filled) {
        painter.fillPath(shape.path, color);
    } else {
        painter.strokePath(shape.path, QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    painter.restore();
}

QIcon glyphIcon(Glyph glyph, const QColor& color, const QColor& disabled) {
    return QIcon(std::make_unique<GlyphEngine>(glyph, color, disabled).release());
}

QPixmap glyphPixmap(Glyph glyph, const QColor& color, int size, qreal ratio) {
    QPixmap pixmap(qRound(size * ratio), qRound(size * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintGlyph(painter, QRectF(0, 0, size, size), glyph, color);
    return pixmap;
}

QPixmap appPixmap(int size) {
    const Tokens tokens = lightTokens();
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 64.0, size / 64.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.accent);
    painter.drawRoundedRect(QRectF(4, 4, 56, 56), 12, 12);
    QPainterPath curve(QPointF(13, 16));
    curve.cubicTo({17, 40}, {28, 44}, {51, 47});
    painter.strokePath(curve, QPen(tokens.onAccent, 4, Qt::SolidLine, Qt::RoundCap));
    const QPointF mark(27.5, 39);
    const auto diamond = [&mark](qreal r) {
        return polyline(
            {mark - QPointF(0, r), mark + QPointF(r, 0), mark + QPointF(0, r), mark - QPointF(r, 0)}, true);
    };
    painter.fillPath(diamond(13), tokens.accent);
    painter.fillPath(diamond(9), tokens.series[4]);
    return pixmap;
}

}  // namespace stepvault::ui
