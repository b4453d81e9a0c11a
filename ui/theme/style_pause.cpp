#include "ui/theme/style_pause.h"

#include <QApplication>

namespace stepvault::ui {

StylePause::StylePause() : sheet_(qApp->styleSheet()) {
    qApp->setStyleSheet({});
}

StylePause::~StylePause() {
    qApp->setStyleSheet(sheet_);
}

}  // namespace stepvault::ui
