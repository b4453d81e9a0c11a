#include "partition/partition_plan.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "base/apportion.h"
#include "partition/partition_candidate.h"
#include "partition/process_groups.h"
#include "partition/proportional_fill.h"

namespace stepvault {

namespace {

constexpr std::size_t most_processes = std::size_t{1} << 20;

class Planner {
 public:
    Planner(PartitionPlan& plan, const PartitionTree& tree)
        : plan_(plan),
          tree_(tree),
          whole_(std::accumulate(plan.weights.begin(), plan.weights.end(), std::uint64_t{0})) {}

    void run() {
        choose();
        leave_outside();
        leave_rest();
        divide();
    }

 private:
    void choose() {
        const auto heaviest = std::ranges::max_element(plan_.weights);
        plan_.outside.process = static_cast<std::uint32_t>(heaviest - plan_.weights.begin());
        const auto& root = tree_.nodes().front();
        share_ = {share_of(tree_.total_bytes(), *heaviest, whole_),
                  share_of(root.tensors(), *heaviest, whole_)};
        const auto candidate = choose_candidate(tree_, share_);
        plan_.candidate = candidate.node;
        plan_.reason = candidate.reason;
    }

    void leave_outside() {
        const auto& root = tree_.nodes().front();
        const auto& candidate = tree_.nodes()[plan_.candidate];
        auto& taker = plan_.shares[plan_.outside.process];
        for (auto t = root.first; t < root.end; ++t) {
            if (t == candidate.first) t = candidate.end;
            if (t == root.end) break;
            const auto& tensor = tree_.tensors()[t];
            taker.slices.push_back({t, 0, tensor.elements});
            taker.load.bytes += tensor.bytes();
            ++taker.load.tensors;
        }
        plan_.outside.bytes = taker.load.bytes;
        plan_.outside.tensors = taker.load.tensors;
    }

    void leave_rest() {
        const auto rest = tree_.rest_bytes();
        auto& outside = plan_.outside;
        if (rest == 0) return;
        if (share_.dwarfs(outside.bytes + rest, outside.tensors)) {
            outside.rest = LeftTo::one;
            plan_.shares[outside.process].rest_bytes = rest;
            plan_.shares[outside.process].load.bytes += rest;
            return;
        }
        outside.rest = LeftTo::all;
        const auto parts = apportion(rest, plan_.weights);
        std::uint64_t first = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            plan_.shares[i].rest_first = first;
            plan_.shares[i].rest_bytes = parts[i];
            first += parts[i];
        }
    }

    /// A rest that is left to all is already in proportion.
    void divide() {
        if (plan_.reason == CandidateReason::no_tensors) return;
        const auto& root = tree_.nodes().front();
        const auto rest = plan_.outside.rest == LeftTo::one ? tree_.rest_bytes() : 0;
        const Proportions proportions(plan_.weights, loads(plan_), root.bytes + rest, root.tensors());
        plan_.groups = divide_in_groups(tree_, plan_.candidate,
                                        static_cast<std::uint32_t>(plan_.shares.size()), proportions);
        for (const auto& group : plan_.groups) {
            const std::span weights(plan_.weights);
            const std::span shares(plan_.shares);
            fill_in_proportion(tree_, group, weights.subspan(group.first_process, group.processes),
                               shares.subspan(group.first_process, group.processes));
        }
    }

    PartitionPlan& plan_;
    const PartitionTree& tree_;
    std::uint64_t whole_;
    OneShare share_;
};

void put_in_order(std::vector<TensorSlice>& slices) {
    std::ranges::sort(slices, {}, [](const auto& s) { return std::pair(s.tensor, s.first); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < slices.size(); ++i) {
        auto& last = slices[kept];
        if (slices[i].tensor == last.tensor && slices[i].first == last.first + last.count) {
            last.count += slices[i].count;
        } else {
            slices[++kept] = slices[i];
        }
    }
    if (!slices.empty()) slices.resize(kept + 1);
}

}  // namespace

std::string_view partition_rule_name(PartitionRule rule) {
    switch (rule) {
        case PartitionRule::proportional:
            return "proportional";
        case PartitionRule::greedy:
            return "greedy";
        case PartitionRule::round_robin:
            return "round-robin";
    }
    return "proportional";
}

Result<PartitionPlan> start_plan(PartitionRule rule, std::span<const std::uint32_t> weights) {
    if (weights.empty() || weights.size() > most_processes) {
        return Error{ErrorCode::invalid_argument, "a checkpoint can be divided among 1 to " +
                                                      std::to_string(most_processes) + " processes, not " +
                                                      std::to_string(weights.size())};
    }
    if (std::ranges::find(weights, 0U) != weights.end())
        return Error{ErrorCode::invalid_argument, "a process of weight 0 takes no part: leave it out"};
    PartitionPlan plan;
    plan.rule = rule;
    plan.weights.assign(weights.begin(), weights.end());
    plan.shares.resize(weights.size());
    return plan;
}

void finish_plan(PartitionPlan& plan, const PartitionTree& tree) {
    std::vector<std::uint32_t> pieces(tree.tensors().size());
    for (auto& share : plan.shares) {
        put_in_order(share.slices);
        share.load = {share.rest_bytes, share.slices.size()};
        for (const auto& slice : share.slices) {
            share.load.bytes += slice.count * tree.tensors()[slice.tensor].item_size;
            ++pieces[slice.tensor];
        }
    }
    const auto whole = std::accumulate(plan.weights.begin(), plan.weights.end(), std::uint64_t{0});
    const auto share = share_of(tree.total_bytes(), *std::ranges::max_element(plan.weights), whole);
    for (std::uint32_t t = 0; t < pieces.size(); ++t) {
        if (pieces[t] < 2) continue;
        const bool large = tree.tensors()[t].bytes() > share;
        plan.splits.push_back(
            {t, pieces[t], large ? SplitReason::larger_than_share : SplitReason::fills_share});
    }
}

Result<PartitionPlan> plan_partition(const PartitionTree& tree, std::span<const std::uint32_t> weights) {
    auto plan = start_plan(PartitionRule::proportional, weights);
    if (!plan) return plan;
    Planner(*plan, tree).run();
    finish_plan(*plan, tree);
    return plan;
}

}  // namespace stepvault
