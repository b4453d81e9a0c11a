#include "partition/level_survival.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

namespace {

/// Upper bound of the total probability that is left out.
constexpr double negligible = 1e-12;

double log_choose(double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

/// The probability that `taken` of `nodes` are among the `lost` of `all`.
double chance_of(std::uint32_t all, std::uint32_t nodes, std::uint32_t lost, std::uint32_t taken) {
    if (taken > nodes || taken > lost || lost - taken > all - nodes) return 0;
    return std::exp(log_choose(nodes, taken) + log_choose(all - nodes, lost - taken) - log_choose(all, lost));
}

/// The share of all choices of `lost` nodes of one group that the group survives.
double group_survival(std::uint32_t level, std::uint32_t nodes, std::uint32_t lost) {
    if (lost == 0) return 1;
    if (nodes < 2 || level < 2) return 0;
    if (level == 3) return lost <= nodes / 2 ? 1 : 0;
    // No two neighbors of a ring: n / (n - k) C(n - k, k) choices of C(n, k).
    if (nodes == 2) return lost == 1 ? 1 : 0;
    if (2 * lost > nodes) return 0;
    const double n = nodes;
    const double k = lost;
    return std::exp(std::log(n / (n - k)) + log_choose(n - k, k) - log_choose(n, k));
}

}  // namespace

double survival(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, std::uint32_t lost) {
    if (level == 4 || lost == 0) return 1;
    if (lost > nodes) return 0;
    const auto groups = std::max(1U, nodes / std::max(1U, group));
    // Indexed by the number of losses left for the remaining groups.
    std::vector<double> chances(lost + 1);
    chances[lost] = 1;
    auto left = nodes;
    for (std::uint32_t g = 0; g < groups; ++g) {
        const auto size = g + 1 == groups ? left : group;
        std::vector<double> next(lost + 1);
        for (std::uint32_t before = 0; before <= lost; ++before) {
            if (chances[before] == 0) continue;
            for (std::uint32_t taken = 0; taken <= std::min(size, before); ++taken)
                next[before - taken] += chances[before] * chance_of(left, size, before, taken) *
                                        group_survival(level, size, taken);
        }
        chances = std::move(next);
        left -= size;
    }
    return std::min(1.0, chances[0]);
}

std::vector<double> losses(const FailureKinds& kinds, std::uint32_t nodes) {
    std::vector<double> shares{kinds.without_node};
    double left = 1 - kinds.without_node;
    for (std::uint32_t n = 1; n < nodes && left > negligible; ++n) {
        shares.push_back(left * (1 - kinds.another));
        left *= kinds.another;
    }
    // Failures that would lose more nodes lose all.
    if (left > 0) shares.push_back(left);
    return shares;
}

double survived(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, const FailureKinds& kinds) {
    if (level == 4) return 1;
    const auto shares = losses(kinds, nodes);
    double sum = 0;
    for (std::uint32_t lost = 0; lost < shares.size(); ++lost)
        sum += shares[lost] * survival(level, nodes, group, lost);
    return sum;
}

}  // namespace stepvault
