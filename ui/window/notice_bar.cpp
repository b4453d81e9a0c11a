#include "ui/window/notice_bar.h"

#include <utility>

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

NoticeBar::NoticeBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      picture_(new QLabel(this)),
      text_(new QLabel(this)),
      button_(new QPushButton(this)),
      close_(new QToolButton(this)) {
    auto* frame = new QFrame(this);
    setLook(frame, "notice");
    setLook(close_, "icon");
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    close_->setAccessibleName(tr("Dismiss"));
    close_->setToolTip(tr("Dismiss"));
    auto* layout = new QHBoxLayout(frame);
    layout->setContentsMargins(12, 6, 6, 6);
    layout->setSpacing(8);
    layout->addWidget(picture_);
    layout->addWidget(text_, 1);
    layout->addWidget(button_);
    layout->addWidget(close_);
    auto* around = new QVBoxLayout(this);
    around->setContentsMargins(8, 8, 8, 0);
    around->addWidget(frame);
    connect(close_, &QToolButton::clicked, this, &NoticeBar::dismiss);
    connect(button_, &QPushButton::clicked, this, [this] {
        const std::function<void()> act = std::exchange(act_, {});
        dismiss();
        if (act) act();
    });
    connect(&theme, &Theme::changed, this, &NoticeBar::applyTheme);
    applyTheme();
    hide();
}

void NoticeBar::tell(WatchNotes::Kind kind, const QString& text, const QString& action,
                     std::function<void()> act) {
    const bool isNew = text != this->text();
    kind_ = kind;
    act_ = std::move(act);
    text_->setText(text);
    button_->setText(action);
    button_->setVisible(!action.isEmpty());
    applyTheme();
    setVisible(true);
    if (isNew) emit told(kind, text);
}

void NoticeBar::dismiss() {
    act_ = {};
    hide();
    emit dismissed();
}

QString NoticeBar::text() const {
    return isHidden() ? QString() : text_->text();
}

bool NoticeBar::isBad() const {
    return !isHidden() && kind_ == WatchNotes::Kind::bad;
}

void NoticeBar::applyTheme() {
    const Tokens& tokens = theme_.tokens();
    const bool info = kind_ == WatchNotes::Kind::info;
    const QColor color = info ? tokens.accent : kind_ == WatchNotes::Kind::warn ? tokens.warn : tokens.bad;
    picture_->setPixmap(glyphPixmap(info ? Glyph::info : Glyph::triangle, color, 16, devicePixelRatioF()));
    close_->setIcon(glyphIcon(Glyph::close, tokens.muted, tokens.faint));
}

}  // namespace stepvault::ui
