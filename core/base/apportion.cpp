#include "base/apportion.h"

#include <algorithm>
#include <numeric>

namespace stepvault {

std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const std::uint32_t> weights) {
    const auto whole = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    std::vector<std::uint64_t> parts;
    std::vector<std::uint64_t> remainders;
    auto left = total;
    for (const auto weight : weights) {
        parts.push_back(share_of(total, weight, whole));
        remainders.push_back(static_cast<std::uint64_t>(Wide{total} * weight % whole));
        left -= parts.back();
    }
    std::vector<std::uint32_t> order(weights.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](auto i) { return remainders[i]; });
    for (std::size_t i = 0; i < left; ++i)
        ++parts[order[i]];
    return parts;
}

}  // namespace stepvault
