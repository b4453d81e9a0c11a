#include "ui/pages/menu_choice.h"

#include <algorithm>
#include <utility>

#include <QMenu>

#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

MenuChoice::MenuChoice(const Theme& theme, const QString& none, QWidget* parent)
    : QToolButton(parent), theme_(theme), none_(none), menu_(new QMenu(this)) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLayoutDirection(Qt::RightToLeft);
    menu_->setLayoutDirection(Qt::LeftToRight);
    setMenu(menu_);
    connect(menu_, &QMenu::triggered, this, [this](QAction* action) {
        setCurrent(action->data().toString());
        emit chosen(current_);
    });
    connect(&theme, &Theme::changed, this, &MenuChoice::applyTheme);
    applyTheme();
}

void MenuChoice::setEntries(std::vector<Entry> entries) {
    if (entries == entries_) return;
    entries_ = std::move(entries);
    menu_->clear();
    for (const Entry& entry : entries_) {
        QAction* action = menu_->addAction(entry.text);
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
    setText(entry != entries_.end() ? entry->text : none_);
    for (QAction* action : menu_->actions())
        action->setChecked(action->data().toString() == current_);
    updateGeometry();
}

void MenuChoice::applyTheme() {
    setIcon(glyphIcon(Glyph::chevronDown, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
