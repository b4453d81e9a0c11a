// What others do with state that all processes hold, to compare with. Neither splits a tensor, knows weights,
// or looks at the tree.
#pragma once

#include <span>

#include "partition/partition_plan.h"

namespace stepvault {

/// As torch.distributed.checkpoint's dedup_save_plans(): tensors in their order, each to the process that has
/// the fewest planned bytes, the first of them. One without bytes, and the rest as a whole, which comes last,
/// count as one byte there.
Result<PartitionPlan> greedy_partition(const PartitionTree& tree, std::span<const std::uint32_t> weights);

/// Tensor n to process n modulo their number, the rest to the first.
Result<PartitionPlan> round_robin_partition(const PartitionTree& tree,
                                            std::span<const std::uint32_t> weights);

}  // namespace stepvault
