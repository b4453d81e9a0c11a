#include "vault/lc_planning.h"

namespace stepvault {

namespace {

/// Beyond this relative error a few large deltas have taken a group's buckets from all the others; then each
/// of its tensors gets buckets of its own.
constexpr double worst_shared_error = 0.9;

struct Slot {
    Bytes values;
    Bytes base;
    std::vector<std::pair<std::uint32_t, BucketStatistics>> statistics;  ///< by payload
};

}  // namespace

Status plan_lc(StepContent& content, ChunkSource& source, std::vector<BucketStatistics>& statistics) {
    auto& layout = content.layout;
    for (std::uint32_t stream = 1; stream < layout.streams.size(); ++stream) {
        if (layout.streams[stream].coding != StreamCoding::lc) continue;
        const auto& s = layout.streams[stream];
        STEPVAULT_TRY(source.for_each_chunk<Slot>(
            stream,
            [&](std::uint64_t chunk, Slot& slot) -> Status {
                STEPVAULT_TRY(source.read_values(stream, chunk, slot.values));
                STEPVAULT_TRY(source.read_base(stream, chunk, slot.base));
                slot.statistics.clear();
                return for_each_part(
                    layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                    [&](auto p, auto, auto n, auto at) -> Status {
                        slot.statistics.emplace_back(
                            p, delta_statistics(s.dtype, slot.values.data() + at, slot.base.data() + at, n));
                        return {};
                    });
            },
            [&](std::uint64_t, Slot& slot) -> Status {
                for (const auto& [p, part] : slot.statistics)
                    statistics[p].merge(part);
                return {};
            }));
        BucketStatistics group;
        for (const auto p : s.payloads)
            group.merge(statistics[p]);
        auto& tables = content.streams[stream].tables;
        tables.push_back(LcTable::build(group, content.meta.bits, s.dtype));
        if (tables.front().relative_error(group) <= worst_shared_error) continue;
        tables.clear();
        for (const auto p : s.payloads) {
            layout.payloads[p].table = static_cast<std::uint32_t>(tables.size());
            tables.push_back(LcTable::build(statistics[p], content.meta.bits, s.dtype));
        }
    }
    return {};
}

}  // namespace stepvault
