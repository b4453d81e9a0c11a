#pragma once

#include <cstdint>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// A node's hue.
QColor nodeColor(const Tokens& tokens, std::uint32_t node);
/// Its node's hue, in a shade of its own among the node's processes; light enough for text on it.
QColor rankColor(const Tokens& tokens, std::uint32_t rank, std::uint32_t processes);

}  // namespace stepvault::ui
