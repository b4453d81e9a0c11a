#pragma once

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// From the ground of an exact tensor over the accent to the text's colour at an error of 1 and more: one hue
/// whose lightness alone tells, in both themes and to every eye.
QColor errorColor(const Tokens& tokens, double error);

}  // namespace stepvault::ui
