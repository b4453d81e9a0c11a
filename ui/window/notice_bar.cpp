#include "ui/window/notice_bar.h"

#include <algorithm>
#include <utility>

#include <QEvent>
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

namespace {
constexpr int mostWidth = 720;
constexpr int margin = 8;
}  // namespace

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
    around->setContentsMargins(0, 0, 0, 0);
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
    place();
    if (isNew) emit told(kind, text);
}

void NoticeBar::layOver(QWidget* page) {
    if (page == page_) return;
    if (page_) page_->removeEventFilter(this);
    page_ = page;
    page_->installEventFilter(this);
    place();
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event) {
    const bool isMoved =
        event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show;
    if (watched == page_ && isMoved) place();
    return QWidget::eventFilter(watched, event);
}

void NoticeBar::place() {
    if (!page_ || isHidden()) return;
    const QRect page(page_->mapTo(parentWidget(), QPoint()), page_->size());
    const int width = std::min(page.width() - 2 * margin, mostWidth);
    const int height = layout()->totalHeightForWidth(width);
    setGeometry(page.left() + margin, page.bottom() - margin - height, width, height);
    raise();
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
