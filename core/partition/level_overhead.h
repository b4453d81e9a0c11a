// The costs of saving on several levels, each at its own interval, to a training with failures.
#pragma once

#include <array>
#include <cstdint>

#include "partition/level_survival.h"

namespace stepvault {

constexpr std::size_t level_count = 4;
using ByLevel = std::array<double, level_count>;  ///< of levels 1 to 4

/// FTI's intervals: 3, 5, 7 and 11 minutes.
constexpr ByLevel fti_intervals{180, 300, 420, 660};

/// Suggests intervals, in seconds between two saves on a level or a higher one; 0: never on this level. tau_i
/// = sqrt(2 C_i / lambda_i), where lambda_i is the rate of failures that need level i; each interval is a
/// multiple of the one below. `costs`: seconds of a save; `survived`: share of failures that a level
/// survives.
ByLevel suggest_intervals(const ByLevel& costs, const ByLevel& survived, double mean_to_failure);

/// The overhead of multi-level saves, and its parts.
struct LevelOverhead {
    ByLevel saves{};     ///< per second of training
    ByLevel failures{};  ///< shares of failures recovered from each level, the lowest that survives
    double lost = 0;     ///< share of failures that no used level survives
    double saving = 0;   ///< seconds per second of training
    double rework = 0;   ///< seconds of repeated training per second of training
    double restart = 0;  ///< seconds per second of training
    /// Share of training in the total time; 0 if it never makes progress.
    [[nodiscard]] double efficiency() const;
};

/// As soon as a level is due, the highest due level is saved. `mean_to_failure`: seconds, of the whole
/// cluster; the result is first-order, for failures that are rare compared with intervals. `restart`: seconds
/// after each failure.
LevelOverhead level_overhead(const ByLevel& intervals, const ByLevel& costs, const ByLevel& survived,
                             double mean_to_failure, double restart);

}  // namespace stepvault
