#include "ui/window/arrangement_button.h"

#include <QActionGroup>
#include <QMenu>

#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

ArrangementButton::ArrangementButton(const Theme& theme, QWidget* parent)
    : QToolButton(parent),
      theme_(theme),
      orders_(new QActionGroup(this)),
      groupings_(new QActionGroup(this)) {
    setLook(this, "quiet");
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLayoutDirection(Qt::RightToLeft);
    setAccessibleName(tr("Order of the runs"));
    setToolTip(tr("How the runs are sorted and grouped"));
    auto* menu = new QMenu(this);
    menu->setLayoutDirection(Qt::LeftToRight);
    const auto add = [menu](QActionGroup* group, const QString& text) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(group->actions().size()));
        group->addAction(action);
    };
    for (const QString& text : {tr("Name"), tr("Newest"), tr("Loss"), tr("Bytes saved")})
        add(orders_, text);
    menu->addSeparator();
    for (const QString& text : {tr("Group by state"), tr("Group by folder"), tr("No groups")})
        add(groupings_, text);
    setMenu(menu);
    const auto choose = [this] {
        setArrangement({.order = static_cast<RunOrder>(orders_->checkedAction()->data().toInt()),
                        .grouping = static_cast<RunGrouping>(groupings_->checkedAction()->data().toInt())});
        emit chosen(arrangement_);
    };
    setArrangement({});
    connect(orders_, &QActionGroup::triggered, this, choose);
    connect(groupings_, &QActionGroup::triggered, this, choose);
    connect(&theme, &Theme::changed, this, &ArrangementButton::applyTheme);
    applyTheme();
}

void ArrangementButton::setArrangement(const RunArrangement& arrangement) {
    arrangement_ = arrangement;
    QAction* order = orders_->actions()[static_cast<int>(arrangement.order)];
    order->setChecked(true);
    groupings_->actions()[static_cast<int>(arrangement.grouping)]->setChecked(true);
    setText(order->text());
}

void ArrangementButton::applyTheme() {
    setIcon(glyphIcon(Glyph::chevronDown, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
