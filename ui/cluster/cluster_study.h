// The study of one checkpoint on a cluster, for the page Cluster.
#pragma once

#include <memory>
#include <vector>

#include "base/progress.h"
#include "partition/cluster_simulation.h"
#include "partition/partition_plan.h"

namespace stepvault::ui {

struct ClusterSetting {
    std::uint32_t nodes = 4;
    std::uint32_t processes = 4;  ///< of each node
    bool exact = false;           ///< else adaptive

    [[nodiscard]] std::uint32_t ranks() const { return nodes * processes; }
    bool operator==(const ClusterSetting&) const = default;
};

/// Usual machines; the command line's defaults.
ClusterCase caseOf(const ClusterSetting& setting);

/// One rank's part of a tensor.
struct Holder {
    std::uint32_t rank = 0;
    std::uint64_t first = 0;  ///< element
    std::uint64_t bytes = 0;
};

struct ClusterStudy {
    std::shared_ptr<const PartitionTree> tree;
    ClusterSetting setting;
    ClusterCase cluster;
    ClusterOutcome outcome;
    PartitionPlan plan;
    std::vector<std::vector<Holder>> holders;  ///< by tensor, in the order of its elements
};

/// On any thread. ErrorCode::invalid_argument where the cluster is too large.
Result<ClusterStudy> studyCluster(std::shared_ptr<const PartitionTree> tree, const ClusterSetting& setting);

struct SpeedPoint {
    std::uint32_t ranks = 0;
    ByLevel speedUp{};  ///< times sooner than one process
};

/// Over numbers of nodes up to at least twice the setting's, each with its processes; that of the setting is
/// among them. On any thread. ErrorCode::cancelled.
Result<std::vector<SpeedPoint>> speedUpCurve(const PartitionTree& tree, const ClusterSetting& setting,
                                             const JobContext& job);

}  // namespace stepvault::ui
