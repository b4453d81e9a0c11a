#include "ui/widgets/popup_editor.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

PopupEditor::PopupEditor(QWidget* field, QSize size, QWidget* parent)
    : QFrame(parent, Qt::Popup), field_(field), hint_(new QLabel(this)) {
    setLook(this, "sheet");
    field_->setParent(this);
    field_->installEventFilter(this);
    hint_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(field_, 1);
    layout->addWidget(hint_);
    resize(size);
}

void PopupEditor::openAt(const QRect& place, const QString& before, const QString& hint) {
    before_ = before;
    setLook(hint_, "caption");
    hint_->setText(hint);
    QRect frame(place.right() + 1 - width(), place.bottom() + 1, width(), height());
    const QRect room = screen()->availableGeometry();
    frame.moveLeft(qBound(room.left(), frame.left(), qMax(room.left(), room.right() + 1 - width())));
    frame.moveTop(qMin(frame.top(), qMax(room.top(), room.bottom() + 1 - height())));
    move(frame.topLeft());
    show();
    field_->setFocus();
}

bool PopupEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (isEnter && !key.modifiers().testFlag(Qt::ShiftModifier)) {
        store();
        return true;
    }
    if (key.key() == Qt::Key_Escape) {
        hide();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void PopupEditor::mousePressEvent(QMouseEvent* event) {
    if (!rect().contains(event->pos())) return store();
    QFrame::mousePressEvent(event);
}

void PopupEditor::store() {
    const QString changed = text();
    if (changed == before_) return hide();
    if (const Status status = check(changed.toStdString()); !status) {
        setLook(hint_, "badCaption");
        hint_->setText(toQString(status.error().message));
        return;
    }
    hide();
    emit stored(changed);
}

}  // namespace stepvault::ui
