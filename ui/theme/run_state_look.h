#pragma once

#include "run/run_state.h"
#include "ui/theme/glyph.h"
#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Each state has a shape of its own, so that nothing is told by colour alone.
struct RunStateLook {
    Glyph glyph;
    QColor color;
};

RunStateLook runStateLook(RunState state, const Tokens& tokens);

}  // namespace stepvault::ui
