#include "partition/baseline_partitions.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <queue>

namespace stepvault {

namespace {

/// `choose(bytes)` returns the process for the next element of that size.
Result<PartitionPlan> deal(PartitionRule rule, const PartitionTree& tree,
                           std::span<const std::uint32_t> weights,
                           const std::function<std::uint32_t(std::uint64_t)>& choose,
                           const std::function<std::uint32_t()>& choose_for_rest) {
    auto plan = start_plan(rule, weights);
    if (!plan) return plan;
    plan->reason = tree.tensors().empty() ? CandidateReason::no_tensors : CandidateReason::whole_list;
    for (std::uint32_t t = 0; t < tree.tensors().size(); ++t) {
        const auto& tensor = tree.tensors()[t];
        plan->shares[choose(tensor.bytes())].slices.push_back({t, 0, tensor.elements});
    }
    if (tree.rest_bytes() > 0) {
        plan->outside.rest = LeftTo::one;
        plan->outside.process = choose_for_rest();
        plan->shares[plan->outside.process].rest_bytes = tree.rest_bytes();
    }
    finish_plan(*plan, tree);
    return plan;
}

}  // namespace

Result<PartitionPlan> greedy_partition(const PartitionTree& tree, std::span<const std::uint32_t> weights) {
    using Planned = std::pair<std::uint64_t, std::uint32_t>;  // bytes, rank
    std::priority_queue<Planned, std::vector<Planned>, std::greater<>> planned;
    for (std::uint32_t rank = 0; rank < weights.size(); ++rank)
        planned.emplace(0, rank);
    const auto choose = [&](std::uint64_t bytes) {
        const auto [before, rank] = planned.top();
        planned.pop();
        planned.emplace(before + std::max<std::uint64_t>(bytes, 1), rank);
        return rank;
    };
    return deal(PartitionRule::greedy, tree, weights, choose, [&] { return choose(1); });
}

Result<PartitionPlan> round_robin_partition(const PartitionTree& tree,
                                            std::span<const std::uint32_t> weights) {
    std::uint64_t next = 0;
    return deal(
        PartitionRule::round_robin, tree, weights,
        [&](std::uint64_t) { return static_cast<std::uint32_t>(next++ % weights.size()); },
        [] { return 0U; });
}

}  // namespace stepvault
