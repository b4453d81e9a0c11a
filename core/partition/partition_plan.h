// One checkpoint divided over the processes that all hold it, after DeepPart.
//
// Known of DeepPart is its abstract: it chooses the best sub-collection to partition whatever the structure,
// divides sub-collections in proportion to their size, and splits single elements where sizes are out of
// balance. The time to serialize depends on bytes and on the number of tensors, so both have to fall with the
// number of processes. How that is done is worked out here (proportional_fill.h, process_groups.h).
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
    greedy,       ///< rival_partitions.h
    round_robin,  ///< rival_partitions.h
};
std::string_view partition_rule_name(PartitionRule rule);  ///< "proportional", "greedy", "round-robin"

/// Why this node of the tree is the one that is divided.
enum class CandidateReason : std::uint8_t {
    no_tensors,     ///< there is nothing to divide
    spread,         ///< the whole tree: no collection in it holds nearly all
    nearly_all,     ///< what lies outside of it is small beside one process's share
    single_tensor,  ///< the same, and it is one tensor, of which each process gets a range
    whole_list,     ///< the rule knows no tree
};

/// Elements of one tensor, in C order as they lie in its payload.
struct TensorSlice {
    std::uint32_t tensor = 0;  ///< index in the tree's tensors
    std::uint64_t first = 0;
    std::uint64_t count = 0;  ///< 0 only for a tensor without elements

    bool operator==(const TensorSlice&) const = default;
};

/// What one process saves.
struct ProcessShare {
    std::vector<TensorSlice> slices;  ///< in tensor order, each tensor at most once
    std::uint64_t rest_first = 0;     ///< its part of the rest, all of that laid end to end in file order
    std::uint64_t rest_bytes = 0;
    RankLoad load;
};

/// Who takes what lies outside of the candidate.
enum class LeftTo : std::uint8_t {
    nobody,  ///< there is none
    one,     ///< it is small: dividing it would cost more than it evens out
    all,     ///< it is too large for one: each process gets a range in proportion
};

/// What is not divided with the candidate.
struct Outside {
    std::uint64_t tensors = 0;  ///< not in the candidate; all left to `process`
    std::uint64_t bytes = 0;    ///< of them
    LeftTo rest = LeftTo::nobody;
    std::uint32_t process = 0;  ///< of the largest weight, the first of them
};

/// Why some processes share a collection.
enum class GroupReason : std::uint8_t {
    one_process,  ///< just one process's share: not a tensor of it is split
    together,     ///< no collections in it come out as whole processes: tensors are dealt out one by one
};

/// Neighbouring collections whose bytes and tensors come out as whole processes.
struct ProcessGroup {
    std::uint32_t first_process = 0;
    std::uint32_t processes = 0;
    std::uint32_t first_tensor = 0;
    std::uint32_t tensors = 0;
    GroupReason reason = GroupReason::together;
};

/// Why a tensor is cut.
enum class SplitReason : std::uint8_t {
    larger_than_share,  ///< than the largest process's share of all bytes
    fills_share,        ///< whole tensors leave a process short of its share
};

/// A tensor that several processes save a part of.
struct SplitTensor {
    std::uint32_t tensor = 0;
    std::uint32_t pieces = 0;
    SplitReason reason = SplitReason::fills_share;
};

/// Who saves what; every byte is in one share. What the plan was made by explains it.
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

/// Every byte of the checkpoint goes to exactly one process, in proportion to the weights (all 1: like
/// processes). Pure, and the same on every machine: whole numbers, no hash order. At most two splits for
/// each process but the last. ErrorCode::invalid_argument without a process, with a weight of 0, or with more
/// than 2^20 processes.
Result<PartitionPlan> plan_partition(const PartitionTree& tree, std::span<const std::uint32_t> weights);

/// What a rule needs before and after it deals tensors out.
Result<PartitionPlan> start_plan(PartitionRule rule, std::span<const std::uint32_t> weights);
/// Puts slices in order, joins those that continue each other, and sums up loads and splits.
void finish_plan(PartitionPlan& plan, const PartitionTree& tree);

}  // namespace stepvault
