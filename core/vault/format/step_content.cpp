#include "vault/format/step_content.h"

namespace stepvault {

std::uint64_t memory_of(const LcTable& table) {
    return sizeof(table) + table.kept.size() * (sizeof(BucketKey) + sizeof(double)) + table.lengths.size();
}

std::uint64_t memory_of(const AdaptiveModel& model) {
    std::uint64_t bytes = 0;
    for (const auto& payload : model.payloads)
        bytes += std::max(payload.order.memory(), weight_of_order) - weight_of_order;
    return bytes;
}

std::uint64_t StreamSample::blocks_for(std::uint64_t count) {
    constexpr std::uint64_t few = 8;
    const auto all = count / block_elements;
    return std::min(all / 100, std::max(all / 4000, std::min(all / 1000 + 1, few)));
}

std::uint64_t StreamSample::block_first(std::uint64_t block, std::uint64_t blocks, std::uint64_t count) {
    // block * count stays far below 2^64: blocks are at most count / 6400.
    return block * (count / blocks) / block_elements * block_elements;
}

std::vector<LcSegment> lc_segments(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                                   const std::vector<LcTable>& tables) {
    const auto& s = layout.streams[stream];
    std::vector<LcSegment> segments;
    (void)for_each_part(
        layout, s, s.chunk_first(chunk), s.chunk_count(chunk), [&](auto p, auto, auto n, auto) -> Status {
            const auto& payload = layout.payloads[p];
            segments.push_back({n, &tables[payload.table], payload.role == Role::second_moment});
            return {};
        });
    return segments;
}

std::vector<AdaptiveSegment> adaptive_segments(const StepLayout& layout, std::uint32_t stream,
                                               std::uint64_t chunk, const AdaptiveModel& model) {
    const auto& s = layout.streams[stream];
    std::vector<AdaptiveSegment> segments;
    (void)for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                        [&](auto p, auto inside, auto n, auto) -> Status {
                            const auto place = std::lower_bound(s.payloads.begin(), s.payloads.end(), p) -
                                               s.payloads.begin();
                            segments.push_back({n, &model.payloads[static_cast<std::size_t>(place)], inside});
                            return {};
                        });
    return segments;
}

}  // namespace stepvault
