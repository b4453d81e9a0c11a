// The step of the linear quantizer: how far it may be, and the gain on what it restores.
#pragma once

#include <cstdint>

namespace stepvault {

/// Changes below this part of a step become level 0.
inline constexpr float dead_zone_of_linear = 0.6F;

/// The factor that puts half of the missing projection back. `energy`: sum of the squares of true changes;
/// `both`: sum of the products of true and restored changes.
double gain_for(double energy, double both);

/// The step for a relative error of `error`. `largest`: the step that leaves this error. Where few changes
/// have most of the energy, this step would leave nothing of all others, so the result is the step that suits
/// changes with a normal distribution of the same root mean square, but at least 0.7 of `largest`.
double tempered_step(double largest, double error, double root_mean_square, bool may_gain);

}  // namespace stepvault
