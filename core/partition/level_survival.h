// Computes which losses of nodes the storage levels survive (levels.h).
#pragma once

#include <cstdint>
#include <vector>

namespace stepvault {

/// The probability that a step on `level` can be rebuilt after the loss of `lost` of `nodes` nodes at once,
/// if all choices are equally likely: exact, by counting. Groups as in levels.h: `group` nodes each; the last
/// group also takes the remaining nodes. Level 4 survives all losses.
double survival(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, std::uint32_t lost);

/// The kinds of failures, and the number of nodes that each takes.
struct FailureKinds {
    double without_node = 0.3;  ///< share of failures that lose a process, but not its node's files
    double another = 0.1;       ///< probability that a failed node takes another with it, and so on
};

/// Shares of all failures that lose 0, 1, 2, ... of `nodes` nodes.
std::vector<double> losses(const FailureKinds& kinds, std::uint32_t nodes);

/// Share of all failures that a step on `level` survives.
double survived(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, const FailureKinds& kinds);

}  // namespace stepvault
