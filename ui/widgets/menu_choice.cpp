#include "ui/widgets/menu_choice.h"

#include <algorithm>
#include <utility>

#include <QHelpEvent>
#include <QMenu>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolTip>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int leastTextWidth = 48;
constexpr std::size_t mostInMenu = 12;
}  // namespace

MenuChoice::MenuChoice(const Theme& theme, const QString& none, QWidget* parent)
    : QToolButton(parent), theme_(theme), none_(none), menu_(new QMenu(this)) {
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLayoutDirection(Qt::RightToLeft);
    menu_->setLayoutDirection(Qt::LeftToRight);
    setMenu(menu_);
    connect(menu_, &QMenu::triggered, this, [this](QAction* action) {
        setCurrent(action->data().toString());
        emit chosen(current_);
    });
    connect(this, &QToolButton::clicked, this, [this] {
        if (menu() == nullptr) openPopup();
    });
    connect(&theme, &Theme::changed, this, &MenuChoice::applyTheme);
    applyTheme();
}

void MenuChoice::setEntries(std::vector<Entry> entries) {
    if (entries == entries_) return;
    entries_ = std::move(entries);
    menu_->clear();
    const bool isLong = entries_.size() > mostInMenu;
    setMenu(isLong ? nullptr : menu_);
    if (isLong) return setCurrent(current_);
    for (const Entry& entry : entries_) {
        QAction* action = menu_->addAction(escapeMnemonics(entry.text));
        action->setData(entry.id);
        action->setCheckable(true);
    }
    setCurrent(current_);
}

void MenuChoice::setCurrent(const QString& id) {
    auto entry = std::ranges::find(entries_, id, &Entry::id);
    if (entry == entries_.end()) entry = entries_.begin();
    setEnabled(entry != entries_.end());
    current_ = entry != entries_.end() ? entry->id : QString();
    whole_ = entry != entries_.end() ? entry->text : none_;
    setText(escapeMnemonics(whole_));
    for (QAction* action : menu_->actions())
        action->setChecked(action->data().toString() == current_);
    updateGeometry();
}

void MenuChoice::openPopup() {
    if (popup_ == nullptr) {
        popup_ = new ChoicePopup(this);
        connect(popup_, &ChoicePopup::chosen, this, [this](const QString& id) {
            setCurrent(id);
            emit chosen(current_);
        });
    }
    popup_->setAccessibleName(accessibleName());
    popup_->openAt(QRect(mapToGlobal(QPoint()), size()), entries_, current_);
}

int MenuChoice::textWidth() const {
    return fontMetrics().size(Qt::TextShowMnemonic, text()).width();
}

QSize MenuChoice::minimumSizeHint() const {
    const QSize whole = sizeHint();
    return {whole.width() - std::max(0, textWidth() - leastTextWidth), whole.height()};
}

QString MenuChoice::shownText() const {
    const int room = textWidth() - (sizeHint().width() - width());
    return fontMetrics().elidedText(whole_, Qt::ElideMiddle, room);
}

bool MenuChoice::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || shownText() == whole_) return QToolButton::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), whole_, this);
    return true;
}

void MenuChoice::paintEvent(QPaintEvent* /*event*/) {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = escapeMnemonics(shownText());
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

void MenuChoice::applyTheme() {
    setIcon(glyphIcon(Glyph::chevronDown, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
