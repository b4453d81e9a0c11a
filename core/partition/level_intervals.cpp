#include "partition/level_intervals.h"

#include <algorithm>

namespace stepvault {

std::optional<std::uint32_t> due_level(const LevelIntervals& intervals, const LevelAges& ages) {
    std::optional<std::chrono::nanoseconds> age;  // age of the newest save on this level or a higher one
    for (std::uint32_t level = 4; level >= 1; --level) {
        const auto interval = intervals[level - 1];
        const auto own = ages[level - 1];
        if (own && own->count() >= 0) age = age ? std::min(*age, *own) : *own;
        if (interval.count() > 0 && (!age || *age >= interval)) return level;
    }
    return {};
}

}  // namespace stepvault
