#include "ui/widgets/note_editor.h"

#include <QPlainTextEdit>

#include "vault/records/run_labels.h"

namespace stepvault::ui {

namespace {
constexpr QSize noteSize(360, 160);
}

NoteEditor::NoteEditor(QWidget* parent)
    : PopupEditor(new QPlainTextEdit, noteSize, parent), field_(findChild<QPlainTextEdit*>()) {
    field_->setAccessibleName(tr("Note"));
    field_->setPlaceholderText(tr("Everything about this run that you will want to know in a year"));
    field_->setTabChangesFocus(true);
}

void NoteEditor::open(const QString& note, const QRect& place) {
    field_->setPlainText(note);
    field_->moveCursor(QTextCursor::End);
    openAt(place, note, tr("Enter stores, Shift+Enter begins a line, Esc leaves."));
}

QString NoteEditor::text() const {
    return field_->toPlainText();
}

Status NoteEditor::check(const std::string& text) const {
    return check_note(text);
}

}  // namespace stepvault::ui
