#include "ui/cluster/node_row.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "partition/node_groups.h"
#include "ui/cluster/rank_color.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int numberPixels = 11;
constexpr double largestCell = 30;
constexpr double leastCell = 12;
constexpr double nodeGap = 3;    // between nodes
constexpr double groupGap = 12;  // instead, between groups
constexpr double radius = 4;
constexpr std::uint32_t mostInLine = 32;
}  // namespace

NodeRow::NodeRow(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setFixedHeight(NodeRow::sizeHint().height());
    setAccessibleName(tr("Nodes; Space fails one or brings it back"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize NodeRow::sizeHint() const {
    return {320, 40};
}

void NodeRow::setNodes(std::uint32_t nodes, std::uint32_t group) {
    if (nodes == failed_.size() && group == group_) return;
    const bool lostOne = std::count(failed_.begin(), failed_.end(), true) > 0;
    group_ = group;
    failed_.resize(nodes);
    hovered_ = -1;
    chosen_ = std::min(chosen_, static_cast<int>(nodes) - 1);
    update();
    tell();
    if (lostOne) emit failedChanged();
}

void NodeRow::toggle(std::uint32_t node) {
    failed_[node] = !failed_[node];
    chosen_ = static_cast<int>(node);
    update();
    tell();
    emit failedChanged();
}

void NodeRow::repairAll() {
    failed_.assign(failed_.size(), false);
    update();
    tell();
    emit failedChanged();
}

QRectF NodeRow::boxOf(std::uint32_t node) const {
    const auto nodes = static_cast<std::uint32_t>(failed_.size());
    const auto place = [this, nodes](std::uint32_t n) {
        const auto groupsBefore = group_of_node(nodes, group_, n).first / group_;
        return n * nodeGap + groupsBefore * (groupGap - nodeGap);
    };
    // Whole groups in each of two lines where there are many.
    std::uint32_t inLine = nodes;
    if (nodes > mostInLine) inLine = group_of_node(nodes, group_, (nodes + 1) / 2).first;
    const bool isBelow = node >= inLine;
    const std::uint32_t first = isBelow ? inLine : 0;
    const std::uint32_t longest = std::max(inLine, nodes - inLine);
    const double room = width() - place(longest - 1) - 1;
    const double highest = nodes > mostInLine ? (height() - nodeGap) / 2.0 : height();
    const double cell = std::floor(std::clamp(room / longest, leastCell, std::min(largestCell, highest - 2)));
    const double x = (node - first) * cell + place(node) - place(first);
    const double y = isBelow ? cell + nodeGap : 0;
    return {x + 1, y + 1, cell, cell};
}

int NodeRow::nodeAt(const QPointF& at) const {
    for (std::uint32_t n = 0; n < failed_.size(); ++n) {
        if (boxOf(n).contains(at)) return static_cast<int>(n);
    }
    return -1;
}

QString NodeRow::describe(std::uint32_t node) const {
    return (failed_[node] ? tr("node %1: failed") : tr("node %1: up")).arg(node);
}

void NodeRow::choose(int node) {
    chosen_ = std::clamp(node, 0, std::max(0, static_cast<int>(failed_.size()) - 1));
    update();
    tell();
}

void NodeRow::tell() {
    if (failed_.empty()) return;
    const auto gone = std::count(failed_.begin(), failed_.end(), true);
    setAccessibleDescription(tr("%1; %2 of %3 failed")
                                 .arg(describe(static_cast<std::uint32_t>(chosen_)))
                                 .arg(gone)
                                 .arg(failed_.size()));
}

void NodeRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    font.setPixelSize(numberPixels);
    painter.setFont(font);
    const Tokens& tokens = theme_.tokens();
    for (std::uint32_t n = 0; n < failed_.size(); ++n) {
        const QRectF box = boxOf(n).adjusted(0.5, 0.5, -0.5, -0.5);
        const bool isChosen =
            static_cast<int>(n) == hovered_ || (hasFocus() && static_cast<int>(n) == chosen_);
        painter.setPen(isChosen ? QPen(tokens.text, 1.5)
                                : QPen(failed_[n] ? tokens.bad : Qt::transparent, 1));
        painter.setBrush(failed_[n] ? tokens.surface : blend(tokens.surface, nodeColor(tokens, n), 0.45));
        painter.drawRoundedRect(box, radius, radius);
        if (failed_[n]) {
            const double side = std::min(12.0, box.width() - 4);
            const QPointF middle = box.center();
            paintGlyph(painter, QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side),
                       Glyph::cross, tokens.bad);
        } else {
            painter.setPen(tokens.text);
            painter.drawText(box, Qt::AlignCenter, QString::number(n));
        }
    }
}

void NodeRow::mouseMoveEvent(QMouseEvent* event) {
    const int node = nodeAt(event->position());
    if (node == hovered_) return;
    hovered_ = node;
    setToolTip(node < 0 ? QString() : describe(static_cast<std::uint32_t>(node)));
    setCursor(node < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void NodeRow::mousePressEvent(QMouseEvent* event) {
    const int node = nodeAt(event->position());
    if (event->button() == Qt::LeftButton && node >= 0) toggle(static_cast<std::uint32_t>(node));
}

void NodeRow::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void NodeRow::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            return choose(chosen_ - 1);
        case Qt::Key_Right:
        case Qt::Key_Down:
            return choose(chosen_ + 1);
        case Qt::Key_Home:
            return choose(0);
        case Qt::Key_End:
            return choose(static_cast<int>(failed_.size()) - 1);
        case Qt::Key_Space:
        case Qt::Key_Return:
            if (!failed_.empty()) toggle(static_cast<std::uint32_t>(chosen_));
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

void NodeRow::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void NodeRow::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

}  // namespace stepvault::ui
