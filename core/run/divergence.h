// Whether a loss has diverged: design.md, "States of a run".
#pragma once

#include <cstddef>
#include <span>

namespace stepvault {

/// Losses are smoothed by the mean of as many.
inline constexpr std::size_t divergence_window = 20;

/// NaN or Inf among the last 20 losses, or their mean exceeds the best mean of 20 so far by more than half of
/// what was gained and by more than their noise explains. `losses`: in order of steps.
bool has_diverged(std::span<const double> losses);

/// The same in parts, for who does not have all losses at hand: a loss has diverged where a mean of 20 was
/// below this. `first`, `last`: 20 finite ones each, of more than 20.
double divergence_bound(std::span<const double> first, std::span<const double> last);
/// Of any 20 of `finite` that follow on each other.
bool is_any_mean_below(std::span<const double> finite, double bound);

}  // namespace stepvault
