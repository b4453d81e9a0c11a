// What saving on several levels, each at its own interval, costs a training that fails.
#pragma once

#include <array>
#include <cstdint>

#include "partition/level_survival.h"

namespace stepvault {

constexpr std::size_t level_count = 4;
using ByLevel = std::array<double, level_count>;  ///< of levels 1 to 4

/// FTI's: 3, 5, 7 and 11 minutes.
constexpr ByLevel fti_intervals{180, 300, 420, 660};

/// Intervals are seconds between two saves on a level or a higher one; 0: never on this level.
/// tau_i = sqrt(2 C_i / lambda_i), lambda_i being the rate of failures that need level i; each a multiple of
/// the one below. `costs`: seconds of a save; `survived`: share of failures that a level survives.
ByLevel suggest_intervals(const ByLevel& costs, const ByLevel& survived, double mean_to_failure);

/// What it costs, and how it splits.
struct LevelOverhead {
    ByLevel saves{};     ///< a second of training
    ByLevel failures{};  ///< share that is recovered from each level, the lowest that survives
    double lost = 0;     ///< share of failures that no level in use survives
    double saving = 0;   ///< seconds a second of training
    double rework = 0;   ///< seconds a second of training: what is trained again
    double restart = 0;  ///< seconds a second of training
    /// Of all time, what training itself takes. 0 where it never gets ahead.
    [[nodiscard]] double efficiency() const;
};

/// The highest level that is due is saved on, as soon as one is. `mean_to_failure`: seconds, of the whole
/// cluster; first-order, as for failures that are rare beside intervals. `restart`: seconds after each.
LevelOverhead level_overhead(const ByLevel& intervals, const ByLevel& costs, const ByLevel& survived,
                             double mean_to_failure, double restart);

}  // namespace stepvault
