#include "ui/widgets/choice_button.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

ChoiceButton::ChoiceButton(const Theme& theme, Glyph glyph, const QString& title, const QString& text,
                           QWidget* parent)
    : QPushButton(parent), theme_(theme), glyph_(glyph), picture_(new QLabel(this)) {
    setLook(this, "choice");
    setAccessibleName(title);
    setAccessibleDescription(text);
    setCursor(Qt::PointingHandCursor);
    // Higher than its hint where the texts need it.
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Minimum);
    auto* titleLabel = new QLabel(title, this);
    auto* textLabel = new QLabel(text, this);
    setLook(titleLabel, "title");
    setLook(textLabel, "muted");
    titleLabel->setWordWrap(true);
    textLabel->setWordWrap(true);
    textLabel->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(8);
    layout->addWidget(picture_);
    layout->addWidget(titleLabel);
    layout->addWidget(textLabel, 1);
    for (QLabel* label : {picture_, titleLabel, textLabel})
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&theme, &Theme::changed, this, &ChoiceButton::applyTheme);
    applyTheme();
}

QSize ChoiceButton::sizeHint() const {
    return {256, 120};
}

void ChoiceButton::applyTheme() {
    picture_->setPixmap(glyphPixmap(glyph_, theme_.tokens().accent, 28, devicePixelRatioF()));
}

}  // namespace stepvault::ui
