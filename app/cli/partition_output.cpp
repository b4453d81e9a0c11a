#include "partition_output.h"

#include <algorithm>
#include <numeric>

#include "text_format.h"

namespace stepvault::cli {

using nlohmann::ordered_json;

namespace {

struct ReasonText {
    const char* name;
    const char* sentence;
};

ReasonText text_of(CandidateReason reason) {
    switch (reason) {
        case CandidateReason::no_tensors:
            break;
        case CandidateReason::spread:
            return {"spread", "no collection in it holds nearly all of the bytes"};
        case CandidateReason::nearly_all:
            return {"nearly_all", "the tensors outside of it are small beside one rank's share"};
        case CandidateReason::single_tensor:
            return {"single_tensor", "one tensor that holds nearly all: each rank gets a range of it"};
        case CandidateReason::whole_list:
            return {"whole_list", "this rule takes tensors in file order"};
    }
    return {"no_tensors", "there are no tensors to divide"};
}

const char* left_to_name(LeftTo left) {
    switch (left) {
        case LeftTo::nobody:
            return "nobody";
        case LeftTo::one:
            return "one";
        case LeftTo::all:
            return "all";
    }
    return "nobody";
}

const char* split_reason_name(SplitReason reason) {
    return reason == SplitReason::larger_than_share ? "larger_than_share" : "fills_share";
}

const char* group_reason_name(GroupReason reason) {
    return reason == GroupReason::one_process ? "one_process" : "together";
}

std::string count(std::uint64_t n, const char* what) {
    return format_count(n) + " " + what + (n == 1 ? "" : "s");
}

std::uint32_t node_of(const PartitionReport& report, std::size_t rank) {
    return static_cast<std::uint32_t>(rank / (report.plan.shares.size() / report.nodes));
}

/// For each tensor, whether it is split among several ranks.
std::vector<bool> split_tensors(const PartitionReport& report) {
    std::vector<bool> split(report.tree.tensors().size());
    for (const auto& s : report.plan.splits)
        split[s.tensor] = true;
    return split;
}

std::uint64_t slices_of_split_tensors(const ProcessShare& share, const std::vector<bool>& split) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(share.slices, [&](const auto& s) { return split[s.tensor]; }));
}

std::string describe_outside(const PartitionReport& report) {
    const auto& outside = report.plan.outside;
    std::string text;
    if (outside.tensors > 0) {
        text = count(outside.tensors, "tensor") + ", " + format_bytes(outside.bytes) + ", to rank " +
               std::to_string(outside.process);
    }
    if (outside.rest == LeftTo::nobody) return text;
    if (!text.empty()) text += "; ";
    text += format_bytes(report.tree.rest_bytes()) + " outside of tensors, to ";
    return text + (outside.rest == LeftTo::one ? "rank " + std::to_string(outside.process)
                                               : std::string("all ranks in ranges"));
}

std::string describe_splits(const PartitionReport& report) {
    const auto& splits = report.plan.splits;
    if (splits.empty()) return "none";
    const auto large = static_cast<std::uint64_t>(
        std::ranges::count(splits, SplitReason::larger_than_share, &SplitTensor::reason));
    const auto pieces = std::accumulate(splits.begin(), splits.end(), std::uint64_t{0},
                                        [](auto sum, const auto& s) { return sum + s.pieces; });
    auto text = count(splits.size(), "tensor") + " in " + count(pieces, "piece");
    if (large > 0) text += "; " + std::to_string(large) + " larger than one rank's share";
    if (splits.size() > large) text += "; " + std::to_string(splits.size() - large) + " to fill shares";
    return text;
}

std::string describe_groups(const PartitionReport& report) {
    const auto& groups = report.plan.groups;
    if (groups.empty() || report.plan.shares.size() == 1) return "not at all";
    if (groups.size() == 1) return "tensor by tensor";
    const auto alone = static_cast<std::uint64_t>(
        std::ranges::count(groups, GroupReason::one_process, &ProcessGroup::reason));
    return "in " + std::to_string(groups.size()) + " runs of whole collections, " + std::to_string(alone) +
           " of them for one rank each";
}

std::string rank_table(const PartitionReport& report) {
    const auto& plan = report.plan;
    const auto split = split_tensors(report);
    const auto whole = std::accumulate(plan.weights.begin(), plan.weights.end(), 0.0);
    const auto total = static_cast<double>(report.tree.total_bytes());
    const bool alike = std::ranges::all_of(plan.weights, [&](auto w) { return w == plan.weights.front(); });
    Table rows{{"rank", "node", "weight", "tensors", "split", "bytes", "of share"}};
    for (std::size_t i = 0; i < plan.shares.size(); ++i) {
        const auto& share = plan.shares[i];
        const double mean = total * plan.weights[i] / whole;
        rows.push_back({std::to_string(i), std::to_string(node_of(report, i)),
                        std::to_string(plan.weights[i]), std::to_string(share.load.tensors),
                        std::to_string(slices_of_split_tensors(share, split)), format_bytes(share.load.bytes),
                        mean > 0 ? format_fixed(static_cast<double>(share.load.bytes) / mean, 4) : "-"});
    }
    for (auto& row : rows) {
        if (alike) row.erase(row.begin() + 2);
        if (report.nodes == 1) row.erase(row.begin() + 1);
    }
    return format_table(std::move(rows), {});
}

std::string node_table(const PartitionReport& report) {
    std::vector<RankLoad> nodes(report.nodes);
    for (std::size_t i = 0; i < report.plan.shares.size(); ++i) {
        nodes[node_of(report, i)].bytes += report.plan.shares[i].load.bytes;
        nodes[node_of(report, i)].tensors += report.plan.shares[i].load.tensors;
    }
    Table rows{{"node", "tensors", "bytes"}};
    for (std::size_t i = 0; i < nodes.size(); ++i)
        rows.push_back({std::to_string(i), std::to_string(nodes[i].tensors), format_bytes(nodes[i].bytes)});
    return format_table(std::move(rows), {});
}

std::string balance_table(const PartitionReport& report) {
    Table rows{{"largest by mean", "bytes", "tensors", "save on L1", "L2", "L3", "L4"}};
    for (const auto& [rule, balance, seconds] : report.rules) {
        rows.push_back({std::string(partition_rule_name(rule)) + (rule == report.plan.rule ? " *" : ""),
                        format_fixed(balance.bytes, 4), format_fixed(balance.tensors, 4)});
        for (const double s : seconds)
            rows.back().push_back(format_fixed(s, 3) + " s");
    }
    return format_table(std::move(rows), {0});
}

ordered_json rank_json(const PartitionReport& report, std::size_t rank, const std::vector<bool>& split) {
    const auto& share = report.plan.shares[rank];
    auto slices = ordered_json::array();
    for (const auto& slice : share.slices) {
        const auto& tensor = report.tree.tensors()[slice.tensor];
        ordered_json entry{{"tensor", tensor.name}, {"first", slice.first}, {"count", slice.count}};
        if (report.files.size() > 1) entry["file"] = report.files[tensor.file];
        slices.push_back(std::move(entry));
    }
    return {{"rank", rank},
            {"node", node_of(report, rank)},
            {"weight", report.plan.weights[rank]},
            {"bytes", share.load.bytes},
            {"tensors", share.load.tensors},
            {"split", slices_of_split_tensors(share, split)},
            {"rest", {{"first", share.rest_first}, {"bytes", share.rest_bytes}}},
            {"slices", std::move(slices)}};
}

}  // namespace

std::string describe_partition(const PartitionReport& report) {
    const auto& tree = report.tree;
    const auto& plan = report.plan;
    const auto path = tree.path(plan.candidate);
    Table rows{
        {"checkpoint", count(tree.tensors().size(), "tensor") + ", " + format_bytes(tree.total_bytes())},
        {"candidate", (path.empty() ? "the whole tree" : path) + ": " + text_of(plan.reason).sentence}};
    const auto outside = describe_outside(report);
    if (!outside.empty()) rows.push_back({"outside", outside});
    if (plan.rule == PartitionRule::proportional) rows.push_back({"divided", describe_groups(report)});
    rows.push_back({"split", describe_splits(report)});
    auto text = format_table(std::move(rows), {0, 1}) + "\n" + rank_table(report) + "\n";
    if (report.nodes > 1) text += node_table(report) + "\n";
    return text + balance_table(report);
}

ordered_json partition_json(const PartitionReport& report) {
    const auto& tree = report.tree;
    const auto& plan = report.plan;
    const auto& candidate = tree.nodes()[plan.candidate];
    auto balances = ordered_json::object();
    for (const auto& [rule, balance, seconds] : report.rules) {
        balances[partition_rule_name(rule)] = {
            {"bytes", balance.bytes}, {"tensors", balance.tensors}, {"level_seconds", seconds}};
    }
    auto groups = ordered_json::array();
    for (const auto& g : plan.groups) {
        groups.push_back({{"first_rank", g.first_process},
                          {"ranks", g.processes},
                          {"tensors", g.tensors},
                          {"reason", group_reason_name(g.reason)}});
    }
    auto splits = ordered_json::array();
    for (const auto& s : plan.splits) {
        splits.push_back({{"tensor", tree.tensors()[s.tensor].name},
                          {"pieces", s.pieces},
                          {"reason", split_reason_name(s.reason)}});
    }
    auto ranks = ordered_json::array();
    const auto split = split_tensors(report);
    for (std::size_t i = 0; i < plan.shares.size(); ++i)
        ranks.push_back(rank_json(report, i, split));
    return {{"rule", partition_rule_name(plan.rule)},
            {"bytes", tree.total_bytes()},
            {"tensors", tree.tensors().size()},
            {"rest_bytes", tree.rest_bytes()},
            {"nodes", report.nodes},
            {"candidate",
             {{"path", tree.path(plan.candidate)},
              {"reason", text_of(plan.reason).name},
              {"bytes", candidate.bytes},
              {"tensors", candidate.tensors()}}},
            {"outside",
             {{"tensors", plan.outside.tensors},
              {"bytes", plan.outside.bytes},
              {"rest_left_to", left_to_name(plan.outside.rest)},
              {"rank", plan.outside.process}}},
            {"groups", std::move(groups)},
            {"splits", std::move(splits)},
            {"balance", std::move(balances)},
            {"ranks", std::move(ranks)}};
}

}  // namespace stepvault::cli
