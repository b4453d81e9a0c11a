// How often to save on which storage level, after FTI (Bautista-Gomez et al., SC 2011): cheap levels often,
// safe ones seldom.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace stepvault {

/// Of levels 1 to 4; zero: never.
using LevelIntervals = std::array<std::chrono::seconds, 4>;
/// How long ago something was last saved on each level; nothing: never.
using LevelAges = std::array<std::optional<std::chrono::nanoseconds>, 4>;

/// The highest level on which, or on a higher one, nothing has been saved for its interval; none where there
/// is no such level. An age below zero, of a clock that was set back, counts as never.
std::optional<std::uint32_t> due_level(const LevelIntervals& intervals, const LevelAges& ages);

}  // namespace stepvault
