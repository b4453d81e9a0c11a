#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "partition/partition_plan.h"

namespace stepvault::test {

struct Sized {
    const char* name;
    std::uint64_t bytes;
};

/// A tree of tensors of single bytes.
inline PartitionTree tree_of(std::initializer_list<Sized> tensors, std::uint64_t rest = 0) {
    std::vector<ListedTensor> list;
    for (const auto& [name, bytes] : tensors)
        list.push_back({name, bytes, 1});
    return *PartitionTree::of(list, rest);
}

inline PartitionPlan plan_of(const PartitionTree& tree, const std::vector<std::uint32_t>& weights) {
    return *plan_partition(tree, weights);
}
inline PartitionPlan plan_for(const PartitionTree& tree, std::uint32_t processes) {
    return plan_of(tree, std::vector<std::uint32_t>(processes, 1));
}

/// "a[0+4] b": the slices by process; a whole tensor is its name alone.
inline std::vector<std::string> in_words(const PartitionTree& tree, const PartitionPlan& plan) {
    std::vector<std::string> all;
    for (const auto& share : plan.shares) {
        std::string text;
        for (const auto& slice : share.slices) {
            const auto& tensor = tree.tensors()[slice.tensor];
            if (!text.empty()) text += ' ';
            text += tensor.name;
            if (slice.count != tensor.elements)
                text += "[" + std::to_string(slice.first) + "+" + std::to_string(slice.count) + "]";
        }
        all.push_back(text);
    }
    return all;
}

/// Returns "" if each byte of the tensors and the rest, and each tensor without elements, is in exactly one
/// share, else the error. It uses only the tree, the slices and the ranges.
inline std::string not_a_partition(const PartitionTree& tree, const PartitionPlan& plan) {
    std::vector<std::vector<TensorSlice>> pieces(tree.tensors().size());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> rest;
    for (const auto& share : plan.shares) {
        std::uint64_t bytes = share.rest_bytes;
        for (std::size_t i = 0; i < share.slices.size(); ++i) {
            const auto& slice = share.slices[i];
            if (i > 0 && slice.tensor <= share.slices[i - 1].tensor) return "slices out of order";
            if (slice.tensor >= pieces.size()) return "no such tensor";
            pieces[slice.tensor].push_back(slice);
            bytes += slice.count * tree.tensors()[slice.tensor].item_size;
        }
        if (share.load.bytes != bytes || share.load.tensors != share.slices.size()) return "a wrong load";
        if (share.rest_bytes > 0) rest.emplace_back(share.rest_first, share.rest_bytes);
    }
    std::uint64_t covered = 0;
    std::ranges::sort(rest);
    for (const auto& [first, bytes] : rest) {
        if (first != covered) return "the rest has a gap or an overlap";
        covered += bytes;
    }
    if (covered != tree.rest_bytes()) return "not all of the rest";
    for (std::uint32_t t = 0; t < pieces.size(); ++t) {
        std::ranges::sort(pieces[t], {}, &TensorSlice::first);
        std::uint64_t elements = 0;
        for (const auto& slice : pieces[t]) {
            if (slice.first != elements) return tree.tensors()[t].name + " has a gap or an overlap";
            if (slice.count == 0 && pieces[t].size() > 1) return tree.tensors()[t].name + ": an empty slice";
            elements += slice.count;
        }
        if (pieces[t].empty() || elements != tree.tensors()[t].elements)
            return tree.tensors()[t].name + " is not covered";
        const auto split = std::ranges::find(plan.splits, t, &SplitTensor::tensor);
        const auto told = split == plan.splits.end() ? 1 : split->pieces;
        if (told != pieces[t].size()) return tree.tensors()[t].name + ": wrong number of pieces";
    }
    return {};
}

}  // namespace stepvault::test
