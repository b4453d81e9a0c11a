// The dynamic property by which the style sheet tells widgets apart (style_sheet.h lists its values).
#pragma once

#include <QWidget>

namespace stepvault::ui {

/// Also restyles a widget that is already shown.
void setLook(QWidget* widget, const char* look);

}  // namespace stepvault::ui
