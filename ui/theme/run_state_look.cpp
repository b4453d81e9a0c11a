#include "ui/theme/run_state_look.h"

namespace stepvault::ui {

RunStateLook runStateLook(RunState state, const Tokens& tokens) {
    switch (state) {
        case RunState::live:
            return {Glyph::dot, tokens.accent};
        case RunState::stalled:
            return {Glyph::pause, tokens.warn};
        case RunState::diverged:
            return {Glyph::triangle, tokens.bad};
        case RunState::finished:
            return {Glyph::check, tokens.good};
        case RunState::ended:
            return {Glyph::stop, tokens.muted};
        case RunState::idle:
            return {Glyph::ring, tokens.muted};
    }
    return {Glyph::ring, tokens.muted};
}

}  // namespace stepvault::ui
