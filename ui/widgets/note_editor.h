#pragma once

#include "ui/widgets/popup_editor.h"

class QPlainTextEdit;

namespace stepvault::ui {

/// A popup in which a run's note is written.
class NoteEditor : public PopupEditor {
    Q_OBJECT

 public:
    explicit NoteEditor(QWidget* parent);

    /// See PopupEditor::openAt().
    void open(const QString& note, const QRect& place);
    [[nodiscard]] QPlainTextEdit& field() { return *field_; }

 protected:
    [[nodiscard]] QString text() const override;
    [[nodiscard]] Status check(const std::string& text) const override;

 private:
    QPlainTextEdit* field_;
};

}  // namespace stepvault::ui
