#include "ui/widgets/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

EmptyState::EmptyState(const Theme& theme, Glyph glyph, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      glyph_(glyph),
      picture_(new QLabel(this)),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      button_(new QPushButton(this)) {
    setLook(title_, "title");
    setLook(text_, "muted");
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignHCenter);
    text_->setFixedWidth(420);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(picture_, 0, Qt::AlignHCenter);
    layout->addWidget(title_, 0, Qt::AlignHCenter);
    layout->addWidget(text_, 0, Qt::AlignHCenter);
    layout->addSpacing(8);
    layout->addWidget(button_, 0, Qt::AlignHCenter);
    layout->addStretch();
    connect(button_, &QPushButton::clicked, this, &EmptyState::actionClicked);
    connect(&theme, &Theme::changed, this, &EmptyState::applyTheme);
    applyTheme();
}

void EmptyState::setText(const QString& title, const QString& text, const QString& action) {
    title_->setText(title);
    text_->setText(text);
    // A layout asks no aligned label how high its wrapped text is.
    text_->setMinimumHeight(text_->heightForWidth(text_->width()));
    button_->setText(action);
    button_->setVisible(!action.isEmpty());
}

void EmptyState::applyTheme() {
    picture_->setPixmap(glyphPixmap(glyph_, theme_.tokens().faint, 32, devicePixelRatioF()));
}

}  // namespace stepvault::ui
