#include "partition/cluster_simulation.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "container/tensor_role.h"
#include "partition/partition_plan.h"

namespace stepvault {

CheckpointSize checkpoint_size(const PartitionTree& tree) {
    // Vectors and embeddings are planned separately from matrices, but are small, or planned with them.
    std::set<std::string> groups;
    for (const auto& t : tree.tensors()) {
        constexpr std::size_t matrix = 2;
        auto group = tensor_kind("", t.name, matrix, DType::f32).group;
        groups.insert(group == "embeddings" ? "weights" : std::move(group));
    }
    return {.bytes = tree.total_bytes(),
            .tensors = tree.tensors().size(),
            .groups = std::max(1U, static_cast<std::uint32_t>(groups.size()))};
}

Result<ClusterOutcome> simulate_cluster(const PartitionTree& tree, const ClusterCase& cluster) {
    const auto& shape = cluster.shape;
    const std::vector<std::uint32_t> weights(shape.ranks(), 1);
    STEPVAULT_ASSIGN(plan, plan_partition(tree, weights));
    const auto shares = loads(plan);
    ClusterOutcome outcome;
    outcome.size = checkpoint_size(tree);
    outcome.balance = balance(shares, weights);
    for (const auto& share : shares) {
        outcome.largest.bytes = std::max(outcome.largest.bytes, share.bytes);
        outcome.largest.tensors = std::max(outcome.largest.tensors, share.tensors);
    }
    const std::vector<RankLoad> all{{outcome.size.bytes, outcome.size.tensors}};
    ByLevel costs{};
    for (std::uint32_t level = 1; level <= level_count; ++level) {
        const auto i = level - 1;
        outcome.saves[i] = predict_save(cluster.machine, shape, level, outcome.size, shares);
        outcome.alone[i] = predict_save(cluster.machine, shape, level, outcome.size, all);
        outcome.survived[i] = survived(level, shape.nodes, shape.group, cluster.failures);
        costs[i] = outcome.saves[i].total();
    }
    outcome.plain = plain_save(cluster.machine, outcome.size, cluster.plain_rate);
    const double mean_to_failure = cluster.mean_to_failure / shape.nodes;
    outcome.intervals =
        cluster.intervals.value_or(suggest_intervals(costs, outcome.survived, mean_to_failure));
    outcome.overhead =
        level_overhead(outcome.intervals, costs, outcome.survived, mean_to_failure, cluster.restart);
    return outcome;
}

}  // namespace stepvault
