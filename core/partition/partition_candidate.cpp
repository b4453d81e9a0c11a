#include "partition/partition_candidate.h"

#include <algorithm>

namespace stepvault {

Candidate choose_candidate(const PartitionTree& tree, const OneShare& share) {
    const auto& nodes = tree.nodes();
    const auto& root = nodes.front();
    if (root.tensors() == 0) return {};

    Candidate found{0, CandidateReason::spread};
    while (!nodes[found.node].children.empty()) {
        const auto& children = nodes[found.node].children;
        const auto heaviest = *std::ranges::max_element(children, {}, [&](auto c) { return nodes[c].bytes; });
        const auto& child = nodes[heaviest];
        if (!share.dwarfs(root.bytes - child.bytes, root.tensors() - child.tensors())) break;
        found = {heaviest,
                 child.children.empty() ? CandidateReason::single_tensor : CandidateReason::nearly_all};
    }
    return found;
}

}  // namespace stepvault
