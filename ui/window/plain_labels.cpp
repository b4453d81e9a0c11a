#include "ui/window/plain_labels.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>

namespace stepvault::ui {

PlainLabels::PlainLabels(QObject* parent) : QObject(parent) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool PlainLabels::eventFilter(QObject* watched, QEvent* event) {
    // Each is polished once before it is shown or measured; a tool tip before it has its text.
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (label != nullptr && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    return false;
}

}  // namespace stepvault::ui
