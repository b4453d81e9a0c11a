// How long a cluster takes to save one checkpoint that all its processes hold.
#pragma once

#include <cstdint>
#include <span>

#include "partition/cost_model.h"
#include "partition/rank_load.h"

namespace stepvault {

/// Rates in bytes a second.
struct ClusterMachine {
    CostModel coding;
    double coded_share = 1;      ///< coded bytes by bytes
    std::uint32_t cores = 0;     ///< of a node, for saving; 0: one for each process
    double local_rate = 2e9;     ///< of a node's own disk
    double network_rate = 12e9;  ///< of a node, each way
    double vault_rate = 10e9;    ///< of the file system that all share
    double parity_rate = 4e9;    ///< of a node that codes the parity of its group
    double latency = 20e-6;      ///< seconds for two processes to meet
};

/// How many processes there are, and which nodes stand in for each other.
struct ClusterShape {
    std::uint32_t nodes = 1;
    std::uint32_t processes = 1;  ///< of each node
    std::uint32_t group = 4;      ///< nodes that keep copies and parity for each other
    [[nodiscard]] std::uint32_t ranks() const { return nodes * processes; }
};

/// Seconds.
struct SaveTime {
    double once = 0;    ///< what one process does while the others wait, or all do alike
    double code = 0;    ///< the longest share
    double meet = 0;    ///< until all know of all
    double send = 0;    ///< between nodes
    double parity = 0;  ///< level 3
    double write = 0;
    [[nodiscard]] double total() const { return once + code + meet + send + parity + write; }
};

/// By `loads`, one for each process that takes part, nodes' processes after each other. `level`: 1 to 4, as
/// in levels.h; 2 and 3 with one node are as 1.
SaveTime predict_save(const ClusterMachine& machine, const ClusterShape& shape, std::uint32_t level,
                      const CheckpointSize& whole, std::span<const RankLoad> loads);

/// One process alone, which codes nothing, as torch.save: it serializes all bytes, then they are written to
/// the shared file system.
double plain_save(const ClusterMachine& machine, const CheckpointSize& whole, double serialize_rate);

}  // namespace stepvault
