// Predicts how long a cluster takes to save one checkpoint that all its processes hold.
#pragma once

#include <cstdint>
#include <span>

#include "partition/cost_model.h"
#include "partition/rank_load.h"

namespace stepvault {

/// Rates in bytes per second.
struct ClusterMachine {
    CostModel coding;
    double coded_share = 1;      ///< coded bytes divided by bytes
    std::uint32_t cores = 0;     ///< cores of a node for saving; 0: one for each process
    double local_rate = 2e9;     ///< a node's own disk
    double network_rate = 12e9;  ///< of a node, each way
    double vault_rate = 10e9;    ///< the file system that all nodes share
    double parity_rate = 4e9;    ///< of a node that computes the parity of its group
    double latency = 20e-6;      ///< seconds for two processes to synchronize
};

/// The number of processes, and the size of groups of nodes.
struct ClusterShape {
    std::uint32_t nodes = 1;
    std::uint32_t processes = 1;  ///< of each node
    std::uint32_t group = 4;      ///< nodes that keep copies and parity for each other
    [[nodiscard]] std::uint32_t ranks() const { return nodes * processes; }
};

/// Parts of the time to save a checkpoint, in seconds.
struct SaveTime {
    double once = 0;    ///< work of one process while the others wait, or the same work in all
    double code = 0;    ///< longest share
    double meet = 0;    ///< until all know about all
    double send = 0;    ///< between nodes
    double parity = 0;  ///< level 3
    double write = 0;
    [[nodiscard]] double total() const { return once + code + meet + send + parity + write; }
};

/// `loads`: one for each participating process, with the processes of a node next to each other. `level`: 1
/// to 4, as in levels.h; with a single node, 2 and 3 equal 1.
SaveTime predict_save(const ClusterMachine& machine, const ClusterShape& shape, std::uint32_t level,
                      const CheckpointSize& whole, std::span<const RankLoad> loads);

/// A single process without coding, like torch.save: it serializes all bytes, then writes them to the shared
/// file system.
double plain_save(const ClusterMachine& machine, const CheckpointSize& whole, double serialize_rate);

}  // namespace stepvault
