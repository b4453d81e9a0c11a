// Checks that every widget in the keyboard's reach has a name for screen readers.
#pragma once

#include <QAbstractButton>
#include <QWidget>

namespace stepvault::ui::tests {

/// Returns the first widget of `page` that Tab reaches and that has no name for screen readers, or null.
inline const QWidget* unnamedIn(const QWidget& page) {
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisibleTo(&page)) continue;
        // The scroll area of this inner widget is checked instead.
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
