#include "ui/widgets/line_editor.h"

#include <QLineEdit>

namespace stepvault::ui {

namespace {
constexpr QSize lineSize(320, 84);
}

LineEditor::LineEditor(const QString& name, Check rule, QWidget* parent)
    : PopupEditor(new QLineEdit, lineSize, parent), field_(findChild<QLineEdit*>()), rule_(rule) {
    field_->setAccessibleName(name);
    field_->setPlaceholderText(name);
}

void LineEditor::open(const QString& line, const QString& hint, const QRect& place) {
    field_->setText(line);
    field_->selectAll();
    openAt(place, line, hint);
}

QString LineEditor::text() const {
    return field_->text().trimmed();
}

Status LineEditor::check(const std::string& text) const {
    return rule_(text);
}

}  // namespace stepvault::ui
