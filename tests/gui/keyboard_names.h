// What the keyboard reaches has to say what it is.
#pragma once

#include <QAbstractButton>
#include <QWidget>

namespace stepvault::ui::tests {

/// Of what Tab reaches in `page` the first without a name for screen readers; null where all have one.
inline const QWidget* unnamedIn(const QWidget& page) {
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisibleTo(&page)) continue;
        // The inner part of a scroll area.
        if (widget->focusProxy() != nullptr) continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (widget->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty()))
            return widget;
    }
    return nullptr;
}

}  // namespace stepvault::ui::tests

#define VERIFY_ALL_NAMED(page)                                                           \
    do {                                                                                 \
        const QWidget* unnamed = ::stepvault::ui::tests::unnamedIn(page);                \
        QVERIFY2(unnamed == nullptr, unnamed ? unnamed->metaObject()->className() : ""); \
    } while (false)
