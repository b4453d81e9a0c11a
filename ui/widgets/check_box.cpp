#include "ui/widgets/check_box.h"

#include <QPainter>
#include <QStyleOptionButton>

#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double radius = 3;
}

CheckBox::CheckBox(const QString& text, const Theme& theme, QWidget* parent)
    : QCheckBox(text, parent), theme_(theme) {}

void CheckBox::paintEvent(QPaintEvent*) {
    QStyleOptionButton option;
    initStyleOption(&option);
    const Tokens& tokens = theme_.tokens();
    const QRectF box = QRectF(style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, this))
                           .adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor fill = isEnabled() ? tokens.accent : tokens.faint;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? tokens.text : isChecked() ? fill : tokens.faint, 1));
    painter.setBrush(isChecked() ? fill : tokens.surface);
    painter.drawRoundedRect(box, radius, radius);
    if (isChecked()) paintGlyph(painter, box.adjusted(1, 1, -1, -1), Glyph::check, tokens.onAccent);
    painter.setPen(isEnabled() ? tokens.text : tokens.faint);
    painter.drawText(style()->subElementRect(QStyle::SE_CheckBoxContents, &option, this),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, text());
}

}  // namespace stepvault::ui
