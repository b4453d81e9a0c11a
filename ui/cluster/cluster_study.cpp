#include "ui/cluster/cluster_study.h"

#include <algorithm>
#include <set>
#include <utility>

#include "partition/measured_costs.h"

namespace stepvault::ui {

namespace {
constexpr std::uint32_t fewestNodesInCurve = 16;  // that the curve reaches
constexpr std::uint32_t mostNodesInCurve = 64;

ByLevel speedUps(const ClusterOutcome& outcome) {
    ByLevel times{};
    for (std::uint32_t level = 1; level <= level_count; ++level)
        times[level - 1] = outcome.speed_up(level);
    return times;
}
}  // namespace

ClusterCase caseOf(const ClusterSetting& setting) {
    ClusterCase cluster;
    const MeasuredCosts costs = usual_costs(setting.exact ? Scheme::exact : Scheme::adaptive);
    cluster.machine.coding = costs.model;
    cluster.machine.coded_share = costs.coded_share;
    cluster.shape.nodes = setting.nodes;
    cluster.shape.processes = setting.processes;
    return cluster;
}

Result<ClusterStudy> studyCluster(std::shared_ptr<const PartitionTree> tree, const ClusterSetting& setting) {
    ClusterStudy study;
    study.tree = std::move(tree);
    study.setting = setting;
    study.cluster = caseOf(setting);
    STEPVAULT_ASSIGN(outcome, simulate_cluster(*study.tree, study.cluster));
    STEPVAULT_ASSIGN(plan, plan_partition(*study.tree, std::vector<std::uint32_t>(setting.ranks(), 1)));
    study.outcome = outcome;
    study.plan = std::move(plan);
    study.holders.resize(study.tree->tensors().size());
    for (std::uint32_t rank = 0; rank < study.plan.shares.size(); ++rank) {
        for (const TensorSlice& slice : study.plan.shares[rank].slices) {
            const std::uint64_t bytes = slice.count * study.tree->tensors()[slice.tensor].item_size;
            study.holders[slice.tensor].push_back({rank, slice.first, bytes});
        }
    }
    for (std::vector<Holder>& holders : study.holders)
        std::ranges::sort(holders, {}, &Holder::first);
    return study;
}

Result<std::vector<SpeedPoint>> speedUpCurve(const PartitionTree& tree, const ClusterSetting& setting,
                                             const JobContext& job) {
    const std::uint32_t last = std::clamp(2 * setting.nodes, fewestNodesInCurve, mostNodesInCurve);
    std::set<std::uint32_t> nodes{setting.nodes, last};
    for (std::uint32_t n = 1; n < last; n *= 2)
        nodes.insert({n, std::min(last, n + n / 2)});
    std::vector<SpeedPoint> points;
    for (const std::uint32_t n : nodes) {
        STEPVAULT_TRY(job.check());
        ClusterSetting other = setting;
        other.nodes = n;
        STEPVAULT_ASSIGN(outcome, simulate_cluster(tree, caseOf(other)));
        points.push_back({other.ranks(), speedUps(outcome)});
    }
    return points;
}

}  // namespace stepvault::ui
