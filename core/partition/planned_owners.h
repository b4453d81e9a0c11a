#pragma once

#include <cstdint>
#include <span>

#include "vault/encode/shared_encoding.h"

namespace stepvault {

/// Divides the coding of a checkpoint by plan_partition(): a chunk belongs to the rank that has most of it.
/// `weights`: by rank, as for plan_partition(), but a rank of weight 0 owns nothing; one must be above 0. A
/// tensor whose bytes another one carries is no work, and not divided.
ChunkOwners planned_owners(const StepLayout& layout, std::span<const std::uint32_t> weights);

}  // namespace stepvault
