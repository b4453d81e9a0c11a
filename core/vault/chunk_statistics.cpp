#include "vault/chunk_statistics.h"

namespace stepvault {

ChunkStatistics chunk_statistics(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                                 ByteView values, ByteView before) {
    const auto& s = layout.streams[stream];
    ChunkStatistics statistics;
    (void)for_each_part(
        layout, s, s.chunk_first(chunk), s.chunk_count(chunk), [&](auto p, auto, auto n, auto at) -> Status {
            statistics.emplace_back(p, delta_statistics(s.dtype, values.data() + at, before.data() + at, n));
            return {};
        });
    return statistics;
}

void merge(std::vector<BucketStatistics>& by_payload, const ChunkStatistics& statistics) {
    for (const auto& [p, part] : statistics)
        by_payload[p].merge(part);
}

}  // namespace stepvault
