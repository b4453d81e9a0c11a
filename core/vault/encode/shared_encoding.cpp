#include "vault/encode/shared_encoding.h"

#include <algorithm>
#include <numeric>

#include "base/apportion.h"

namespace stepvault {

namespace {

/// The number of chunks of a stream for each rank: its proportion, rounded down; the remaining chunks go one
/// each to the first ranks in `order`.
std::vector<std::uint64_t> parts_of(std::uint64_t chunks, std::span<const std::uint32_t> weights,
                                    std::span<const std::uint32_t> order) {
    const auto whole = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    std::vector<std::uint64_t> parts;
    auto left = chunks;
    for (const auto weight : weights) {
        parts.push_back(share_of(chunks, weight, whole));
        left -= parts.back();
    }
    for (std::uint64_t i = 0; i < left; ++i)
        ++parts[order[i]];
    return parts;
}

}  // namespace

ChunkOwners weighted_owners(const StepLayout& layout, std::span<const std::uint32_t> weights) {
    ChunkOwners owners;
    std::vector<std::uint64_t> load(weights.size(), 0);
    for (const auto& stream : layout.streams) {
        const auto chunks = stream.chunks();
        std::vector<std::uint32_t> order;
        for (std::uint32_t r = 0; r < weights.size(); ++r) {
            if (weights[r] > 0) order.push_back(r);
        }
        const auto one_more = chunks == 0 ? 0 : stream.chunk_bytes(0);
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return Wide{load[a] + one_more} * weights[b] < Wide{load[b] + one_more} * weights[a];
        });
        const auto parts = parts_of(chunks, weights, order);
        auto& of_stream = owners.emplace_back();
        of_stream.reserve(chunks);
        for (std::uint32_t r = 0; r < weights.size(); ++r) {
            for (std::uint64_t i = 0; i < parts[r]; ++i) {
                load[r] += stream.chunk_bytes(of_stream.size());
                of_stream.push_back(r);
            }
        }
    }
    return owners;
}

ChunkOwners owners_by_holder(const StepLayout& layout, std::span<const std::uint32_t> holders,
                             std::uint32_t ranks) {
    auto owners = weighted_owners(layout, std::vector<std::uint32_t>(ranks, 1));
    for (std::size_t s = 1; s < owners.size(); ++s) {
        const auto& payloads = layout.streams[s].payloads;
        if (!payloads.empty()) std::ranges::fill(owners[s], holders[layout.payloads[payloads.front()].file]);
    }
    return owners;
}

}  // namespace stepvault
