#pragma once

#include <span>

#include "partition/partition_plan.h"

namespace stepvault {

/// Assigns the tensors of one group to its processes. `shares` and `weights` are those of the group; existing
/// loads in `shares` count as a part of their proportion. Each process in turn takes about its number of
/// tensors: always the largest that leaves room for the remaining number of smallest ones, so that few large
/// tensors go with many small ones. Where its bytes then fall short by more than 1/128, it gets a slice of
/// another tensor as one more tensor. The last process takes the remainder.
void fill_in_proportion(const PartitionTree& tree, const ProcessGroup& group,
                        std::span<const std::uint32_t> weights, std::span<ProcessShare> shares);

}  // namespace stepvault
