#include "ui/widgets/focus_home.h"

#include <QApplication>
#include <QWidget>

namespace stepvault::ui {

FocusHome::FocusHome(QWidget* page, QWidget* home) : QObject(page), page_(page), home_(home) {
    connect(qApp, &QApplication::focusChanged, this, &FocusHome::take);
}

void FocusHome::take(const QWidget* old) {
    if (old == nullptr || old == home_ || !page_->isVisible() || !page_->isAncestorOf(old)) return;
    if (old->isEnabled() && old->isVisibleTo(page_)) return;
    if (home_->isVisible()) home_->setFocus(Qt::OtherFocusReason);
}

}  // namespace stepvault::ui
