#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

/// Which processes keep the folders of which nodes. The same on all ranks without communication.
class NodePlacement {
 public:
    /// `machines`: by rank, of any numbers. `nodes` 0: one for each machine. As many nodes as machines: each
    /// is served by a process of its own machine, however the ranks were placed. Else ranks of a machine
    /// serve nodes that follow each other; where there are fewer ranks than nodes, some serve several.
    NodePlacement(std::span<const std::uint32_t> machines, std::uint32_t nodes);

    [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(servers_.size()); }
    [[nodiscard]] std::uint32_t machines() const { return machines_; }
    /// The rank that serves a node.
    [[nodiscard]] std::uint32_t server(std::uint32_t node) const { return servers_[node]; }
    /// The node that a rank belongs to; of several that it serves the last.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t rank) const { return node_of_[rank]; }

 private:
    std::uint32_t machines_ = 0;
    std::vector<std::uint32_t> servers_;
    std::vector<std::uint32_t> node_of_;
};

}  // namespace stepvault
