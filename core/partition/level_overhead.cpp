#include "partition/level_overhead.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepvault {

namespace {

/// Long enough for intervals that do not divide each other to occur in every relative position.
constexpr double rounds = 400;

struct Saves {
    std::array<double, level_count> count{};
    /// Sum of the gaps between saves on a level or a higher one, and of their squares.
    std::array<double, level_count> gaps{};
    std::array<double, level_count> squares{};
};

Saves play(const ByLevel& intervals) {
    Saves saves;
    const double longest = *std::ranges::max_element(intervals);
    std::array<double, level_count> last{};
    while (longest > 0) {
        double now = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < level_count; ++i) {
            if (intervals[i] > 0) now = std::min(now, last[i] + intervals[i]);
        }
        if (now > rounds * longest) break;
        std::size_t level = 0;
        for (std::size_t i = 0; i < level_count; ++i) {
            if (intervals[i] > 0 && last[i] + intervals[i] <= now) level = i;
        }
        ++saves.count[level];
        for (std::size_t i = 0; i <= level; ++i) {
            const double gap = now - last[i];
            saves.gaps[i] += gap;
            saves.squares[i] += gap * gap;
            last[i] = now;
        }
    }
    return saves;
}

}  // namespace

ByLevel suggest_intervals(const ByLevel& costs, const ByLevel& survived, double mean_to_failure) {
    ByLevel intervals{};
    double before = 0;
    double below = 0;
    for (std::size_t i = 0; i < level_count; ++i) {
        const double needs = (survived[i] - before) / mean_to_failure;
        if (needs <= 0) continue;
        before = survived[i];
        const double best = std::sqrt(2 * costs[i] / needs);
        intervals[i] = below > 0 ? below * std::max(1.0, std::round(best / below)) : best;
        below = intervals[i];
    }
    return intervals;
}

double LevelOverhead::efficiency() const {
    // A permanent loss takes all the training before it.
    return std::isfinite(rework) ? 1 / (1 + saving + rework + restart) : 0;
}

LevelOverhead level_overhead(const ByLevel& intervals, const ByLevel& costs, const ByLevel& survived,
                             double mean_to_failure, double restart) {
    LevelOverhead overhead;
    const auto saves = play(intervals);
    double before = 0;
    for (std::size_t i = 0; i < level_count; ++i) {
        if (!(saves.gaps[i] > 0)) continue;
        // Where nothing is saved on this level itself, saves on higher levels serve it.
        overhead.saves[i] = saves.count[i] / saves.gaps[0];
        overhead.saving += overhead.saves[i] * costs[i];
        if (intervals[i] == 0) continue;
        overhead.failures[i] = std::max(0.0, survived[i] - before);
        before = std::max(before, survived[i]);
        overhead.rework += overhead.failures[i] / mean_to_failure * saves.squares[i] / saves.gaps[i] / 2;
    }
    overhead.lost = 1 - before;
    overhead.restart = restart / mean_to_failure;
    return overhead;
}

}  // namespace stepvault
