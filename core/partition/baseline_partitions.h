// Other systems' ways to divide state that all processes hold, for comparison. Neither splits tensors, uses
// weights, or considers the tree.
#pragma once

#include <span>

#include "partition/partition_plan.h"

namespace stepvault {

/// Like torch.distributed.checkpoint's dedup_save_plans(): tensors in their order, each to the first of the
/// processes with the fewest planned bytes. A tensor without bytes counts as one byte, as does the rest as a
/// whole, which comes last.
Result<PartitionPlan> greedy_partition(const PartitionTree& tree, std::span<const std::uint32_t> weights);

/// Assigns tensor n to process n modulo the number of processes, and the rest to the first.
Result<PartitionPlan> round_robin_partition(const PartitionTree& tree,
                                            std::span<const std::uint32_t> weights);

}  // namespace stepvault
