#include "partition/node_groups.h"

#include <algorithm>

namespace stepvault {

NodeGroup group_of_node(std::uint32_t nodes, std::uint32_t group, std::uint32_t node) {
    const auto groups = std::max(1U, nodes / group);
    const auto index = std::min(node / group, groups - 1);
    const auto first = index * group;
    return {first, index + 1 == groups ? nodes - first : group};
}

std::uint32_t before_in_ring(NodeGroup group, std::uint32_t node) {
    return group.first + (node - group.first + group.size - 1) % group.size;
}

std::uint32_t after_in_ring(NodeGroup group, std::uint32_t node) {
    return group.first + (node - group.first + 1) % group.size;
}

std::vector<std::uint32_t> lost_shares(std::uint32_t level, std::uint32_t group,
                                       const std::vector<bool>& failed) {
    std::vector<std::uint32_t> lost;
    if (level == 4) return lost;
    const auto nodes = static_cast<std::uint32_t>(failed.size());
    for (std::uint32_t n = 0; n < nodes; ++n) {
        if (!failed[n]) continue;
        const auto ours = group_of_node(nodes, group, n);
        const auto begin = failed.begin() + ours.first;
        const bool kept = level == 2   ? !failed[after_in_ring(ours, n)]
                          : level == 3 ? std::count(begin, begin + ours.size, true) <= ours.size / 2
                                       : false;
        if (!kept) lost.push_back(n);
    }
    return lost;
}

}  // namespace stepvault
