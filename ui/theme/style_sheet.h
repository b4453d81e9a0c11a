// The application's style sheet: spacing, borders and the few shapes that Fusion lacks.
#pragma once

#include <QString>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Widgets choose by the dynamic property "look": card, bar, strip, sheet, notice (frames); primary, choice,
/// segment, chip, entry, muted, quiet, icon, leading (buttons); muted, caption, title, figure, hero (labels).
QString makeStyleSheet(const Tokens& tokens);

}  // namespace stepvault::ui
