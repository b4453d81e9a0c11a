// Simulates one checkpoint of a cluster: save times, speed-up, survived failures, and costs to a training.
#pragma once

#include <array>
#include <optional>

#include "partition/cluster.h"
#include "partition/level_overhead.h"
#include "partition/partition_tree.h"
#include "partition/rank_load.h"

namespace stepvault {

struct ClusterCase {
    ClusterMachine machine;
    ClusterShape shape;
    FailureKinds failures;
    double mean_to_failure = 30 * 86400.0;  ///< seconds, of one node
    double restart = 120;                   ///< seconds after each failure
    std::optional<ByLevel> intervals;       ///< if missing, those of suggest_intervals()
    double plain_rate = 1e9;                ///< bytes per second of serialization in plain_save()
};

/// The results of simulate_cluster(); times in seconds.
struct ClusterOutcome {
    CheckpointSize size;
    Balance balance;
    RankLoad largest;  ///< largest number of bytes and of tensors, maybe of two ranks
    std::array<SaveTime, level_count> saves{};  ///< by level
    std::array<SaveTime, level_count> alone{};  ///< the same for one process
    double plain = 0;                           ///< seconds
    ByLevel survived{};                         ///< shares of all failures
    ByLevel intervals{};
    LevelOverhead overhead;

    /// Speed-up compared with one process.
    [[nodiscard]] double speed_up(std::uint32_t level) const {
        return alone[level - 1].total() / saves[level - 1].total();
    }
};

/// The properties of a checkpoint that CostModel uses.
CheckpointSize checkpoint_size(const PartitionTree& tree);

/// ErrorCode::invalid_argument for more processes than plan_partition() takes.
Result<ClusterOutcome> simulate_cluster(const PartitionTree& tree, const ClusterCase& cluster);

}  // namespace stepvault
