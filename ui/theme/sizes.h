// Sizes, in pixels, that several parts of the window share.
#pragma once

namespace stepvault::ui {

inline constexpr int captionPixels = 11;  ///< text beside bars and axes
inline constexpr int labelPixels = 12;    ///< text that follows the mouse
inline constexpr int pageMargin = 16;

}  // namespace stepvault::ui
