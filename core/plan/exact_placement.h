#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/training_stages.h"

namespace stepvault {

/// The boundaries for checkpoints with the least expected_costs().value.total(). Dynamic programming over
/// boundaries as in Toueg and Babaoglu, SIAM J. Comput. 13(3), 1984; the cost of a stretch without a
/// checkpoint is a product of what its two ends bring along, plus terms of either end, so that all stretches
/// to one boundary are lines and the best is found on their lower hull: O(n log n). Stretches over which more
/// than 30 failures are expected are not tried. nullopt where none are left: the training would never end.
std::optional<std::vector<std::uint64_t>> exact_placement(const TrainingStages& stages);

}  // namespace stepvault
