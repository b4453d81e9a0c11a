#include "ui/pages/note_editor.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "vault/records/run_labels.h"

namespace stepvault::ui {

namespace {
constexpr QSize editorSize(360, 160);
}

NoteEditor::NoteEditor(QWidget* parent)
    : QFrame(parent, Qt::Popup), text_(new QPlainTextEdit(this)), hint_(new QLabel(this)) {
    setLook(this, "sheet");
    text_->setAccessibleName(tr("Note"));
    text_->setPlaceholderText(tr("Everything about this run that you will want to know in a year"));
    text_->setTabChangesFocus(true);
    text_->installEventFilter(this);
    hint_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(text_, 1);
    layout->addWidget(hint_);
    resize(editorSize);
}

void NoteEditor::open(const QString& note, const QRect& place) {
    before_ = note;
    text_->setPlainText(note);
    text_->moveCursor(QTextCursor::End);
    setLook(hint_, "caption");
    hint_->setText(tr("Enter stores, Shift+Enter begins a line, Esc leaves."));
    QRect frame(place.right() + 1 - width(), place.bottom() + 1, width(), height());
    const QRect room = screen()->availableGeometry();
    frame.moveLeft(qBound(room.left(), frame.left(), qMax(room.left(), room.right() + 1 - width())));
    frame.moveTop(qMin(frame.top(), qMax(room.top(), room.bottom() + 1 - height())));
    move(frame.topLeft());
    show();
    text_->setFocus();
}

bool NoteEditor::eventFilter(QObject* watched, QEvent* event) {
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

void NoteEditor::mousePressEvent(QMouseEvent* event) {
    if (!rect().contains(event->pos())) return store();
    QFrame::mousePressEvent(event);
}

void NoteEditor::store() {
    const QString note = text_->toPlainText();
    if (const Status status = check_note(note.toStdString()); !status) {
        setLook(hint_, "badCaption");
        hint_->setText(toQString(status.error().message));
        return;
    }
    hide();
    if (note != before_) emit stored(note);
}

}  // namespace stepvault::ui
