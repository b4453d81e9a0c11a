// Decides whether a loss has diverged: design.md, "States of a run".
#pragma once

#include <cstddef>
#include <span>

namespace stepvault {

/// Losses are smoothed by the mean of this many values.
inline constexpr std::size_t divergence_window = 20;

/// NaN or Inf among the last 20 losses, or their mean exceeds the best mean of 20 so far by more than half of
/// the improvement and by more than the noise explains. `losses`: in order of steps.
bool has_diverged(std::span<const double> losses);

/// The same check in parts, for callers that do not hold all losses: a loss has diverged where any mean of 20
/// was below this bound. `first`, `last`: 20 finite losses each, out of more than 20.
double divergence_bound(std::span<const double> first, std::span<const double> last);
/// True if the mean of any 20 consecutive values of `finite` is below `bound`.
bool is_any_mean_below(std::span<const double> finite, double bound);

}  // namespace stepvault
