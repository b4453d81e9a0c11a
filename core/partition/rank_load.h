// The amount that each process has to store.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

struct PartitionPlan;

struct RankLoad {
    std::uint64_t bytes = 0;    ///< including its part of the rest
    std::uint64_t tensors = 0;  ///< a slice of a split tensor counts as one
};

/// Loads by rank.
std::vector<RankLoad> loads(const PartitionPlan& plan);

/// The largest load divided by the mean, each relative to the weight of its process: 1 is even. Also 1 where
/// there is nothing to store.
struct Balance {
    double bytes = 1;
    double tensors = 1;
};
Balance balance(std::span<const RankLoad> loads, std::span<const std::uint32_t> weights);

}  // namespace stepvault
