#include "ui/charts/walked_chart.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>

#include "ui/theme/theme.h"

namespace stepvault::ui {

WalkedChart::WalkedChart(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(180, 120);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WalkedChart::hold(std::optional<std::size_t> part) {
    held_ = part;
    const QString text = describe(held_);
    setToolTip(held_ ? text : QString());
    if (accessibleDescription() != text) setAccessibleDescription(text);
    update();
}

void WalkedChart::tellAgain() {
    hold(held_ && *held_ < partCount() ? held_ : std::nullopt);
}

void WalkedChart::mouseMoveEvent(QMouseEvent* event) {
    hold(partAt(event->position()));
}

void WalkedChart::leaveEvent(QEvent*) {
    hold(std::nullopt);
}

void WalkedChart::keyPressEvent(QKeyEvent* event) {
    const bool isLeft = event->key() == Qt::Key_Left;
    if ((!isLeft && event->key() != Qt::Key_Right) || partCount() == 0) return QWidget::keyPressEvent(event);
    const std::size_t last = partCount() - 1;
    if (!held_) return hold(isLeft ? last : 0);
    hold(isLeft ? *held_ - std::min<std::size_t>(1, *held_) : std::min(*held_ + 1, last));
}

void WalkedChart::focusOutEvent(QFocusEvent* event) {
    hold(std::nullopt);
    QWidget::focusOutEvent(event);
}

}  // namespace stepvault::ui
