#include "ui/bits/error_color.h"

#include <algorithm>

namespace stepvault::ui {

QColor errorColor(const Tokens& tokens, double error) {
    constexpr double middle = 0.6;  // where the accent is pure
    const double at = std::clamp(error, 0.0, 1.0);
    if (at < middle) return blend(tokens.grid, tokens.accent, at / middle);
    return blend(tokens.accent, tokens.text, (at - middle) / (1 - middle));
}

}  // namespace stepvault::ui
