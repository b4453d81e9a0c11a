#include "partition/process_groups.h"

#include <algorithm>
#include <utility>

namespace stepvault {

namespace {

Wide distance(Wide a, Wide b) {
    return a < b ? b - a : a - b;
}

class Divider {
 public:
    Divider(const PartitionTree& tree, std::uint32_t candidate, const Proportions& proportions)
        : tree_(tree), proportions_(proportions), origin_(tree.nodes()[candidate].first) {
        bytes_before_.push_back(0);
        for (auto t = origin_; t < tree.nodes()[candidate].end; ++t)
            bytes_before_.push_back(bytes_before_.back() + tree.tensors()[t].bytes());
    }

    void divide(std::span<const std::uint32_t> siblings, std::uint32_t first, std::uint32_t end) {
        const auto& nodes = tree_.nodes();
        if (end - first == 1) return add_group(siblings, first, end);
        if (siblings.size() == 1) {
            const auto& children = nodes[siblings.front()].children;
            return children.empty() ? add_group(siblings, first, end) : divide(children, first, end);
        }
        bool divided = false;
        for (std::size_t n = 1; n < siblings.size(); ++n) {
            const auto tensors = nodes[siblings[n - 1]].end - origin_;
            const auto processes = proportions_.nearest(bytes_before_[tensors]);
            if (processes <= first || processes >= end) continue;
            if (!proportions_.come_out(processes, bytes_before_[tensors], tensors)) continue;
            divide(siblings.first(n), first, processes);
            siblings = siblings.subspan(n);
            first = processes;
            divided = true;
            n = 0;
        }
        if (divided) return divide_remainder(siblings, first, end);
        add_group(siblings, first, end);
    }

    std::vector<ProcessGroup> take() { return std::move(groups_); }

 private:
    /// Siblings that were already searched; a single one still has parts to divide.
    void divide_remainder(std::span<const std::uint32_t> siblings, std::uint32_t first, std::uint32_t end) {
        if (siblings.size() == 1) return divide(siblings, first, end);
        add_group(siblings, first, end);
    }

    void add_group(std::span<const std::uint32_t> siblings, std::uint32_t first, std::uint32_t end) {
        const auto begin = tree_.nodes()[siblings.front()].first;
        groups_.push_back({.first_process = first,
                           .processes = end - first,
                           .first_tensor = begin,
                           .tensors = tree_.nodes()[siblings.back()].end - begin,
                           .reason = end - first == 1 ? GroupReason::one_process : GroupReason::together});
    }

    const PartitionTree& tree_;
    const Proportions& proportions_;
    std::uint32_t origin_;
    std::vector<std::uint64_t> bytes_before_;  ///< of the candidate's first 0, 1, 2, ... tensors
    std::vector<ProcessGroup> groups_;
};

}  // namespace

Proportions::Proportions(std::span<const std::uint32_t> weights, std::span<const RankLoad> taken,
                         std::uint64_t bytes, std::uint64_t tensors)
    : weight_before_{0},
      taken_before_(1),
      all_{bytes, tensors},
      least_weight_(*std::ranges::min_element(weights)) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
        weight_before_.push_back(weight_before_.back() + weights[i]);
        const auto& before = taken_before_.back();
        taken_before_.push_back({before.bytes + taken[i].bytes, before.tensors + taken[i].tensors});
    }
}

std::uint64_t Proportions::bytes_before(std::uint32_t processes) const {
    const auto share = share_of(all_.bytes, weight_before_[processes], weight_before_.back());
    return share - std::min(share, taken_before_[processes].bytes);
}

std::uint32_t Proportions::nearest(std::uint64_t bytes) const {
    std::uint32_t low = 0;
    auto high = static_cast<std::uint32_t>(weight_before_.size() - 1);
    while (high - low > 1) {
        const auto middle = low + (high - low) / 2;
        (bytes_before(middle) <= bytes ? low : high) = middle;
    }
    return distance(bytes_before(low), bytes) <= distance(bytes_before(high), bytes) ? low : high;
}

bool Proportions::come_out(std::uint32_t processes, std::uint64_t bytes, std::uint64_t tensors) const {
    constexpr std::uint64_t byte_parts = 256;
    constexpr std::uint64_t tensor_parts = 64;
    const auto& taken = taken_before_[processes];
    const auto fits = [&](std::uint64_t has, std::uint64_t all, std::uint64_t parts) {
        return distance(Wide{has} * weight_before_.back(), Wide{all} * weight_before_[processes]) * parts <=
               Wide{all} * least_weight_;
    };
    return fits(bytes + taken.bytes, all_.bytes, byte_parts) &&
           fits(tensors + taken.tensors, all_.tensors, tensor_parts);
}

std::vector<ProcessGroup> divide_in_groups(const PartitionTree& tree, std::uint32_t candidate,
                                           std::uint32_t processes, const Proportions& proportions) {
    Divider divider(tree, candidate, proportions);
    divider.divide(std::span(&candidate, 1), 0, processes);
    return divider.take();
}

}  // namespace stepvault
