// How much each process has to store.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

struct PartitionPlan;

struct RankLoad {
    std::uint64_t bytes = 0;    ///< with its part of the rest
    std::uint64_t tensors = 0;  ///< a slice of a split tensor counts as one
};

/// By rank.
std::vector<RankLoad> loads(const PartitionPlan& plan);

/// Largest by mean, each load relative to its process's weight: 1 is even. 1 also where there is nothing.
struct Balance {
    double bytes = 1;
    double tensors = 1;
};
Balance balance(std::span<const RankLoad> loads, std::span<const std::uint32_t> weights);

}  // namespace stepvault
