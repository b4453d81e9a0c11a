#include "partition/planned_owners.h"

#include <algorithm>
#include <numeric>

#include "partition/partition_plan.h"

namespace stepvault {

namespace {

/// A part of the stream's elements, and the process that has it in the plan.
struct OwnedPart {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::uint32_t process = 0;
};

/// The plan's parts of each stream, in order.
class StreamParts {
 public:
    StreamParts(const StepLayout& layout, std::span<const std::uint32_t> weights)
        : parts_(layout.streams.size()) {
        std::vector<ListedTensor> list;
        std::vector<std::uint32_t> payloads;
        for (std::uint32_t p = 0; p < layout.payloads.size(); ++p) {
            const auto& payload = layout.payloads[p];
            if (!payload.has_place()) continue;
            const auto& folder = layout.files[payload.file].path;
            list.push_back({.name = folder.empty() ? payload.name : folder + '.' + payload.name,
                            .bytes = payload.length,
                            .item_size = static_cast<std::uint32_t>(item_size(payload.dtype))});
            payloads.push_back(p);
        }
        const auto& raw = layout.streams.front();
        const auto tree = PartitionTree::of(list, raw.count);
        const auto plan = tree ? plan_partition(*tree, weights) : Result<PartitionPlan>(tree.error());
        if (!plan) return;
        for (std::uint32_t process = 0; process < plan->shares.size(); ++process) {
            const auto& share = plan->shares[process];
            if (share.rest_bytes > 0) parts_.front().push_back({share.rest_first, share.rest_bytes, process});
            for (const auto& slice : share.slices) {
                const auto& payload = layout.payloads[payloads[tree->tensors()[slice.tensor].payload]];
                parts_[payload.stream].push_back({payload.first + slice.first, slice.count, process});
            }
        }
        for (auto& stream : parts_)
            std::ranges::sort(stream, {}, &OwnedPart::first);
    }

    /// The process that has most of these elements; the first one if none has any.
    [[nodiscard]] std::uint32_t owner(std::uint32_t stream, std::uint64_t first, std::uint64_t count) const {
        const auto& parts = parts_[stream];
        auto at = std::ranges::upper_bound(parts, first, {}, &OwnedPart::first);
        if (at != parts.begin()) --at;
        std::vector<std::pair<std::uint32_t, std::uint64_t>> had;
        const auto end = first + count;
        for (; at != parts.end() && at->first < end; ++at) {
            const auto begin = std::max(first, at->first);
            const auto until = std::min(end, at->first + at->count);
            if (begin >= until) continue;
            const auto one =
                std::ranges::find(had, at->process, &std::pair<std::uint32_t, std::uint64_t>::first);
            if (one == had.end())
                had.emplace_back(at->process, until - begin);
            else
                one->second += until - begin;
        }
        const auto most = std::ranges::max_element(had, {}, &std::pair<std::uint32_t, std::uint64_t>::second);
        return most == had.end() ? 0 : most->first;
    }

 private:
    std::vector<std::vector<OwnedPart>> parts_;
};

}  // namespace

ChunkOwners planned_owners(const StepLayout& layout, std::span<const std::uint32_t> weights) {
    std::vector<std::uint32_t> ranks;  // of the plan's processes
    std::vector<std::uint32_t> above_zero;
    for (std::uint32_t rank = 0; rank < weights.size(); ++rank) {
        if (weights[rank] == 0) continue;
        ranks.push_back(rank);
        above_zero.push_back(weights[rank]);
    }
    const StreamParts parts(layout, above_zero);
    ChunkOwners owners;
    for (std::uint32_t s = 0; s < layout.streams.size(); ++s) {
        const auto& stream = layout.streams[s];
        auto& of_stream = owners.emplace_back();
        for (std::uint64_t chunk = 0; chunk < stream.chunks(); ++chunk)
            of_stream.push_back(ranks[parts.owner(s, stream.chunk_first(chunk), stream.chunk_count(chunk))]);
    }
    return owners;
}

}  // namespace stepvault
