#include "ui/widgets/filter_field.h"

#include <QKeyEvent>

namespace stepvault::ui {

bool FilterField::isClearing(const QKeyEvent& event) const {
    return event.key() == Qt::Key_Escape && event.modifiers() == Qt::NoModifier && !text().isEmpty();
}

bool FilterField::event(QEvent* event) {
    // Otherwise the key would go to the window's shortcut.
    if (event->type() == QEvent::ShortcutOverride && isClearing(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void FilterField::keyPressEvent(QKeyEvent* event) {
    if (isClearing(*event)) return clear();
    QLineEdit::keyPressEvent(event);
}

}  // namespace stepvault::ui
