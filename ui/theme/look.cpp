#include "ui/theme/look.h"

#include <QStyle>
#include <QVariant>

namespace stepvault::ui {

void setLook(QWidget* widget, const char* look) {
    const QString value = QString::fromLatin1(look);
    if (widget->property("look").toString() == value) return;
    widget->setProperty("look", value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

}  // namespace stepvault::ui
