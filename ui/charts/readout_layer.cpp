#include "ui/charts/readout_layer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QGuiApplication>
#include <QPainter>

#include "ui/text/format.h"
#include "ui/text/shared_names.h"
#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr double readoutPadding = 8;
constexpr double lineHeight = 17;
constexpr double readoutSampleWidth = 20;
constexpr double sampleGapInReadout = 8;
constexpr int readoutNameWidth = 200;
}  // namespace

ReadoutLayer::ReadoutLayer() : font_(QGuiApplication::font()) {
    font_.setPixelSize(labelPixels);
    setZValue(30);
    setAcceptedMouseButtons(Qt::NoButton);
}

void ReadoutLayer::setColors(const Tokens& tokens) {
    line_ = tokens.faint;
    back_ = tokens.raised;
    ink_ = tokens.text;
    muted_ = tokens.muted;
    update();
}

void ReadoutLayer::setArea(const QRectF& area) {
    if (area != area_) prepareGeometryChange();
    area_ = area;
}

void ReadoutLayer::showAt(double x, const QString& title, std::vector<Entry> entries) {
    x_ = x;
    title_ = title;
    entries_ = std::move(entries);
    update();
}

void ReadoutLayer::clear() {
    if (!x_) return;
    x_.reset();
    title_.clear();
    entries_.clear();
    update();
}

QString ReadoutLayer::text() const {
    QStringList lines{title_};
    for (const Entry& entry : entries_)
        lines << entry.name + u' ' + entry.value;
    return lines.join(u'\n');
}

void ReadoutLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    if (!x_ || *x_ < area_.left() || *x_ > area_.right()) return;
    const double x = std::round(*x_) + 0.5;
    painter->setPen(QPen(line_, 1));
    painter->drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Entry& entry : entries_) {
        const QPointF dot(*x_, entry.y);
        if (!area_.contains(dot)) continue;
        painter->setPen(QPen(back_, 1.5));
        painter->setBrush(entry.pen.color());
        painter->drawEllipse(dot, 3.5, 3.5);
    }
    paintBox(*painter);
}

QStringList ReadoutLayer::fittedNames() const {
    QStringList names;
    for (const Entry& entry : entries_)
        names << entry.name;
    const std::vector<ShortName> shorter = shortNames(names);
    const QFontMetrics metrics(font_);
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        QString& name = names[static_cast<qsizetype>(i)];
        name = shorter[i].fit(name, metrics, readoutNameWidth);
    }
    return names;
}

void ReadoutLayer::paintBox(QPainter& painter) const {
    painter.setFont(font_);
    const QFontMetricsF metrics(font_);
    const auto room = static_cast<std::size_t>(
        std::max(1.0, std::floor((area_.height() - 8 - 2 * readoutPadding) / lineHeight) - 1));
    const bool all = entries_.size() <= room;
    const std::size_t shown = all ? entries_.size() : room - 1;
    const QStringList shownNames = fittedNames();
    double names = 0;
    double values = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        names = std::max(names, metrics.horizontalAdvance(shownNames[static_cast<qsizetype>(i)]));
        values = std::max(values, metrics.horizontalAdvance(entries_[i].value));
    }
    const QString more = all ? QString() : QGuiApplication::tr("and %1 more").arg(entries_.size() - shown);
    const double inner =
        std::max({readoutSampleWidth + sampleGapInReadout + names + 2 * sampleGapInReadout + values,
                  metrics.horizontalAdvance(title_), metrics.horizontalAdvance(more)});
    const double lines = static_cast<double>(shown) + (all ? 1 : 2);
    QRectF box(0, area_.top() + 4, inner + 2 * readoutPadding, lines * lineHeight + readoutPadding);
    const bool isLeft = *x_ + 12 + box.width() > area_.right();
    box.moveLeft(std::max(area_.left(), isLeft ? *x_ - 12 - box.width() : *x_ + 12));
    painter.setPen(QPen(line_, 1));
    painter.setBrush(back_);
    painter.drawRoundedRect(box, 4, 4);

    QRectF row(box.left() + readoutPadding, box.top() + readoutPadding / 2, inner, lineHeight);
    painter.setPen(muted_);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, title_);
    for (std::size_t i = 0; i < shown; ++i) {
        row.translate(0, lineHeight);
        const Entry& entry = entries_[i];
        painter.setPen(entry.pen);
        painter.drawLine(QPointF(row.left(), row.center().y()),
                         QPointF(row.left() + readoutSampleWidth, row.center().y()));
        painter.setPen(ink_);
        painter.drawText(row.adjusted(readoutSampleWidth + sampleGapInReadout, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, shownNames[static_cast<qsizetype>(i)]);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, entry.value);
    }
    if (all) return;
    painter.setPen(muted_);
    painter.drawText(row.translated(0, lineHeight), Qt::AlignLeft | Qt::AlignVCenter, more);
}

}  // namespace stepvault::ui
