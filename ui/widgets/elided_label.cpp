#include "ui/widgets/elided_label.h"

#include <algorithm>

namespace stepvault::ui {

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget* parent) : QLabel(parent), mode_(mode) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text) {
    if (text == full_) return;
    full_ = text;
    setAccessibleName(text);
    updateGeometry();
    elide();
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(full_) + 2 + std::max(indent(), 0), QLabel::sizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {24, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide() {
    const QString shown = fontMetrics().elidedText(full_, mode_, width() - std::max(indent(), 0));
    setText(shown);
    setToolTip(shown == full_ ? QString() : full_);
}

}  // namespace stepvault::ui
