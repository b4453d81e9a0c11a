// Finds which nodes keep files for each other, and which shares are lost with lost nodes (levels.h).
#pragma once

#include <cstdint>
#include <vector>

namespace stepvault {

/// Neighboring nodes that keep copies and parity for each other.
struct NodeGroup {
    std::uint32_t first = 0;
    std::uint32_t size = 0;

    bool operator==(const NodeGroup&) const = default;
};

/// Groups of `group` nodes each; remaining nodes join the last group.
NodeGroup group_of_node(std::uint32_t nodes, std::uint32_t group, std::uint32_t node);
/// The node of whose share `node` keeps a copy, and the node that keeps a copy of the share of `node`.
std::uint32_t before_in_ring(NodeGroup group, std::uint32_t node);
std::uint32_t after_in_ring(NodeGroup group, std::uint32_t node);

/// Nodes whose shares neither exist nor can be rebuilt once all nodes with `failed` are lost. Empty: the step
/// is complete. `level`: 1 to 4; nothing is lost on level 4, the vault.
std::vector<std::uint32_t> lost_shares(std::uint32_t level, std::uint32_t group,
                                       const std::vector<bool>& failed);

}  // namespace stepvault
