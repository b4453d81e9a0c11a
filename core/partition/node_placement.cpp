#include "partition/node_placement.h"

#include <algorithm>
#include <numeric>

namespace stepvault {

NodePlacement::NodePlacement(std::span<const std::uint32_t> machines, std::uint32_t nodes)
    : node_of_(machines.size()) {
    // Ranks sorted by machine.
    std::vector<std::uint32_t> order(machines.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t rank) { return machines[rank]; });
    std::vector<std::size_t> firsts;  // first rank of each machine, in `order`
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || machines[order[i]] != machines[order[i - 1]]) firsts.push_back(i);
    }
    machines_ = static_cast<std::uint32_t>(firsts.size());
    if (nodes != 0 && nodes != machines_) {
        const std::uint64_t ranks = order.size();
        firsts.clear();
        for (std::uint64_t n = 0; n < nodes; ++n)
            firsts.push_back(nodes <= ranks ? (n * ranks + nodes - 1) / nodes : n * ranks / nodes);
    }
    for (const auto first : firsts)
        servers_.push_back(order[first]);
    for (std::size_t i = 0, node = 0; i < order.size(); ++i) {
        while (node + 1 < firsts.size() && firsts[node + 1] <= i)
            ++node;
        node_of_[order[i]] = static_cast<std::uint32_t>(node);
    }
}

}  // namespace stepvault
