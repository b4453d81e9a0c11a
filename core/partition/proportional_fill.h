#pragma once

#include <span>

#include "partition/partition_plan.h"

namespace stepvault {

/// Deals the tensors of one group out over its processes. `shares` and `weights` are those of the group;
/// what a share's load says already counts as a part of its proportion. Each process in turn takes
/// about its number of tensors: always the largest that leaves room for as many of the smallest as it has yet
/// to take, so that few large ones go with many small ones. Where its bytes then fall short by more than
/// 1/128 it gets, as one tensor more, a slice of another. The last process takes what is left.
void fill_in_proportion(const PartitionTree& tree, const ProcessGroup& group,
                        std::span<const std::uint32_t> weights, std::span<ProcessShare> shares);

}  // namespace stepvault
