#include "partition/rank_load.h"

#include <algorithm>

#include "partition/partition_plan.h"

namespace stepvault {

std::vector<RankLoad> loads(const PartitionPlan& plan) {
    std::vector<RankLoad> all;
    for (const auto& share : plan.shares)
        all.push_back(share.load);
    return all;
}

Balance balance(std::span<const RankLoad> loads, std::span<const std::uint32_t> weights) {
    double whole = 0;
    for (const auto weight : weights)
        whole += weight;
    const auto largest_by_mean = [&](std::uint64_t RankLoad::*figure) {
        double largest = 0;
        double sum = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const auto load = static_cast<double>(loads[i].*figure);
            largest = std::max(largest, load / weights[i]);
            sum += load;
        }
        return sum > 0 ? largest * whole / sum : 1;
    };
    return {largest_by_mean(&RankLoad::bytes), largest_by_mean(&RankLoad::tensors)};
}

}  // namespace stepvault
