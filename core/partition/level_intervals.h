// Chooses how often to save on which storage level, after FTI (Bautista-Gomez et al., SC 2011): often on
// cheap levels, rarely on safe ones.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace stepvault {

/// Intervals of levels 1 to 4; zero: never.
using LevelIntervals = std::array<std::chrono::seconds, 4>;
/// Time since the last save on each level; nullopt: never saved.
using LevelAges = std::array<std::optional<std::chrono::nanoseconds>, 4>;

/// The highest level for which neither this level nor a higher one was saved within the level's interval;
/// nullopt if no level is due. A negative age, from a clock that was set back, counts as never.
std::optional<std::uint32_t> due_level(const LevelIntervals& intervals, const LevelAges& ages);

}  // namespace stepvault
