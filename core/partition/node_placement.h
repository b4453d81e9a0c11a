#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

/// Assigns the folders of nodes to processes. The same on all ranks without communication.
class NodePlacement {
 public:
    /// `machines`: any number that identifies the machine, by rank. `nodes` 0: one for each machine. With as
    /// many nodes as machines, a process on its own machine serves each node, whatever the placement of
    /// ranks. Otherwise the ranks of a machine serve consecutive nodes; where there are fewer ranks than
    /// nodes, some ranks serve several.
    NodePlacement(std::span<const std::uint32_t> machines, std::uint32_t nodes);

    [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(servers_.size()); }
    [[nodiscard]] std::uint32_t machines() const { return machines_; }
    /// The rank that serves a node.
    [[nodiscard]] std::uint32_t server(std::uint32_t node) const { return servers_[node]; }
    /// The node that a rank belongs to; the last one for a rank that serves several.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t rank) const { return node_of_[rank]; }

 private:
    std::uint32_t machines_ = 0;
    std::vector<std::uint32_t> servers_;
    std::vector<std::uint32_t> node_of_;
};

}  // namespace stepvault
