// Which losses of nodes the storage levels survive (levels.h).
#pragma once

#include <cstdint>
#include <vector>

namespace stepvault {

/// The chance that a step kept on `level` can be rebuilt after `lost` of `nodes` were lost at once, all
/// choices of them being as likely: exact, by counting. Groups as in levels.h: `group` nodes each, the last
/// ones also the rest. Level 4 survives all.
double survival(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, std::uint32_t lost);

/// What fails, and how many nodes go with it.
struct FailureKinds {
    double without_node = 0.3;  ///< share of failures that lose a process, not what its node keeps
    double another = 0.1;       ///< chance that with a node another one goes, and so on
};

/// Shares of all failures that lose 0, 1, 2, ... of `nodes` nodes.
std::vector<double> losses(const FailureKinds& kinds, std::uint32_t nodes);

/// Share of all failures that a step kept on `level` survives.
double survived(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, const FailureKinds& kinds);

}  // namespace stepvault
