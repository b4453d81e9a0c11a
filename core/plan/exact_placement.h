#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/training_stages.h"

namespace stepvault {

/// The boundaries for checkpoints with the least expected_costs().value.total(). Dynamic programming over
/// boundaries as in Toueg and Babaoglu, SIAM J. Comput. 13(3), 1984. The cost of a stretch without a
/// checkpoint is a product of contributions of its two ends, plus terms of either end. So all stretches to
/// one boundary are lines, and the best is found on their lower hull: O(n log n). Stretches with more than 30
/// expected failures are not tried; nullopt where no stretches are left, because the training would never
/// end.
std::optional<std::vector<std::uint64_t>> exact_placement(const TrainingStages& stages);

}  // namespace stepvault
