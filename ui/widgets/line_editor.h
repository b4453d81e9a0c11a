#pragma once

#include <string_view>

#include "ui/widgets/popup_editor.h"

class QLineEdit;

namespace stepvault::ui {

/// A popup in which one line is written, such as a name.
class LineEditor : public PopupEditor {
    Q_OBJECT

 public:
    using Check = Status (*)(std::string_view text);

    /// `rule`: refuses a line with the reason.
    LineEditor(const QString& name, Check rule, QWidget* parent);

    /// See PopupEditor::openAt(). `hint`: a sentence on the line.
    void open(const QString& line, const QString& hint, const QRect& place);
    [[nodiscard]] QLineEdit& field() { return *field_; }

 protected:
    [[nodiscard]] QString text() const override;
    [[nodiscard]] Status check(const std::string& text) const override;

 private:
    QLineEdit* field_;
    Check rule_;
};

}  // namespace stepvault::ui
