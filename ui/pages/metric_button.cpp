#include "ui/pages/metric_button.h"

#include <QMenu>

#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

MetricButton::MetricButton(const Theme& theme, QWidget* parent)
    : QToolButton(parent), theme_(theme), tags_(new QMenu(this)) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLayoutDirection(Qt::RightToLeft);
    setMenu(tags_);
    setAccessibleName(tr("Metric"));
    setToolTip(tr("Which metric to show"));
    connect(tags_, &QMenu::triggered, this,
            [this](QAction* action) { emit tagChosen(action->data().toString()); });
    connect(&theme, &Theme::changed, this, &MetricButton::applyTheme);
    applyTheme();
}

void MetricButton::setTags(const QStringList& tags, const QString& current) {
    setText(current.isEmpty() ? tr("no metric") : current);
    setEnabled(!tags.isEmpty());
    QStringList shown;
    for (const QAction* action : tags_->actions())
        shown << action->data().toString();
    if (tags != shown) {
        tags_->clear();
        for (const QString& tag : tags)
            tags_->addAction(tag)->setData(tag);
    }
    for (QAction* action : tags_->actions()) {
        action->setCheckable(true);
        action->setChecked(action->data().toString() == current);
    }
}

void MetricButton::applyTheme() {
    setIcon(glyphIcon(Glyph::chevronDown, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
