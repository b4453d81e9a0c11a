// Divides one checkpoint among the processes that all hold it, after DeepPart.
//
// Only the abstract of DeepPart is known: it chooses the best sub-collection to partition whatever the
// structure, divides sub-collections in proportion to their size, and splits single elements where sizes are
// out of balance. The time to serialize depends on bytes and on the number of tensors, so both have to fall
// with the number of processes. The method to do so is Stepvault's own (proportional_fill.h,
// process_groups.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "partition/partition_tree.h"
#include "partition/rank_load.h"

namespace stepvault {

enum class PartitionRule : std::uint8_t {
    proportional,
    greedy,       ///< baseline_partitions.h
    round_robin,  ///< baseline_partitions.h
};
std::string_view partition_rule_name(PartitionRule rule);  ///< "proportional", "greedy", "round-robin"

/// The reason why this node of the tree is divided.
enum class CandidateReason : std::uint8_t {
    no_tensors,     ///< there is nothing to divide
    spread,         ///< the whole tree: no collection in it holds nearly everything
    nearly_all,     ///< everything outside is small compared with one process's share
    single_tensor,  ///< the same, for a single tensor; each process gets a range of it
    whole_list,     ///< the rule ignores the tree
};

/// Elements of one tensor, in C order as in its payload.
struct TensorSlice {
    std::uint32_t tensor = 0;  ///< index in the tree's tensors
    std::uint64_t first = 0;
    std::uint64_t count = 0;  ///< 0 only for a tensor without elements

    bool operator==(const TensorSlice&) const = default;
};

/// The parts that one process saves.
struct ProcessShare {
    std::vector<TensorSlice> slices;  ///< in tensor order, each tensor at most once
    std::uint64_t rest_first = 0;     ///< start of its part of the rest, which is one range in file order
    std::uint64_t rest_bytes = 0;
    RankLoad load;
};

/// The processes that take the rest outside the candidate.
enum class LeftTo : std::uint8_t {
    nobody,  ///< there is no rest
    one,     ///< the rest is small: dividing it would cost more than it balances
    all,     ///< too large for one process: each process gets a range in proportion
};

/// The parts that are not divided with the candidate.
struct Outside {
    std::uint64_t tensors = 0;  ///< outside the candidate; all left to `process`
    std::uint64_t bytes = 0;    ///< of these tensors
    LeftTo rest = LeftTo::nobody;
    std::uint32_t process = 0;  ///< the first of those with the largest weight
};

/// The reason why some processes share a collection.
enum class GroupReason : std::uint8_t {
    one_process,  ///< exactly one process's share: none of its tensors is split
    together,     ///< its collections do not match whole processes: tensors are assigned one by one
};

/// Neighboring collections whose bytes and tensors match a whole number of processes.
struct ProcessGroup {
    std::uint32_t first_process = 0;
    std::uint32_t processes = 0;
    std::uint32_t first_tensor = 0;
    std::uint32_t tensors = 0;
    GroupReason reason = GroupReason::together;
};

/// The reason why a tensor is split.
enum class SplitReason : std::uint8_t {
    larger_than_share,  ///< larger than the largest process's share of all bytes
    fills_share,        ///< whole tensors leave a process short of its share
};

/// A tensor that several processes save in parts.
struct SplitTensor {
    std::uint32_t tensor = 0;
    std::uint32_t pieces = 0;
    SplitReason reason = SplitReason::fills_share;
};

/// The share of each process, and the reasons; every byte is in exactly one share.
struct PartitionPlan {
    PartitionRule rule = PartitionRule::proportional;
    std::vector<std::uint32_t> weights;  ///< by rank, as given
    std::vector<ProcessShare> shares;    ///< by rank
    std::uint32_t candidate = 0;         ///< node of the tree
    CandidateReason reason = CandidateReason::no_tensors;
    Outside outside;
    std::vector<ProcessGroup> groups;  ///< in order of processes and of tensors
    std::vector<SplitTensor> splits;   ///< in tensor order
};

/// Assigns every byte of the checkpoint to exactly one process, in proportion to the weights (all 1: equal
/// processes). Pure, and the same on every machine: integers, no hash order. At most two splits for each
/// process except the last. ErrorCode::invalid_argument without a process, with a weight of 0, or with more
/// than 2^20 processes.
Result<PartitionPlan> plan_partition(const PartitionTree& tree, std::span<const std::uint32_t> weights);

/// Checks the weights and creates the plan, before a rule assigns tensors.
Result<PartitionPlan> start_plan(PartitionRule rule, std::span<const std::uint32_t> weights);
/// Sorts slices, joins consecutive ones, and sums up loads and splits, after a rule has assigned tensors.
void finish_plan(PartitionPlan& plan, const PartitionTree& tree);

}  // namespace stepvault
