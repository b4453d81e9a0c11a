#include "vault/encode/lc_planning.h"

#include <map>

#include "vault/encode/chunk_statistics.h"

namespace stepvault {

namespace {

/// Above this relative error, a few large deltas have taken a group's buckets from all others; each of its
/// tensors then gets its own buckets.
constexpr double worst_shared_error = 0.9;

struct StatisticsSlot {
    Bytes values;
    Bytes base;
    struct Outcome {
        ChunkStatistics statistics;
        void write(ByteWriter& out) const { put_statistics(out, statistics); }
        static Outcome read(ByteReader& in) { return {get_statistics(in)}; }
    } outcome;
};

Status gather_statistics(const StepLayout& layout, const std::vector<std::uint32_t>& streams,
                         ChunkSource& source, std::vector<BucketStatistics>& statistics) {
    return source.for_each_chunk<StatisticsSlot>(
        streams,
        [&](ChunkPlace at, StatisticsSlot& slot) -> Status {
            STEPVAULT_TRY(source.read_values(at.stream, at.chunk, slot.values));
            STEPVAULT_TRY(source.read_base(at.stream, at.chunk, slot.base));
            slot.outcome.statistics = chunk_statistics(layout, at.stream, at.chunk, slot.values, slot.base);
            return {};
        },
        [&](ChunkPlace, StatisticsSlot::Outcome& outcome) -> Status {
            merge(statistics, outcome.statistics);
            return {};
        });
}

/// The name of the bucket set that a stream shares if sets are for the whole model: streams of one type share
/// a set, but the model's own streams have another set than each group of the optimizer.
std::string model_of(const StepLayout& layout, std::uint32_t stream) {
    const auto& s = layout.streams[stream];
    const bool optimizer = layout.payloads[s.payloads.front()].optimizer;
    return std::to_string(static_cast<int>(s.dtype)) + (optimizer ? s.group : std::string());
}

}  // namespace

std::vector<std::vector<LcTable>> lc_tables(StepLayout& layout, const std::vector<std::uint32_t>& streams,
                                            const std::vector<BucketStatistics>& statistics,
                                            const SchemeChoice& choice, HuffmanCache* codes) {
    std::map<std::string, BucketStatistics> models;
    for (const auto stream : streams) {
        for (const auto p : layout.streams[stream].payloads)
            models[model_of(layout, stream)].merge(statistics[p]);
    }
    std::vector<std::vector<LcTable>> all;
    for (const auto stream : streams) {
        const auto& s = layout.streams[stream];
        const auto build = [&](const BucketStatistics& of, const std::string& name) {
            return LcTable::build(of, choice.bits, s.dtype, choice.representative, codes, name);
        };
        auto& tables = all.emplace_back();
        if (choice.buckets == LcBuckets::model) {
            const auto name = model_of(layout, stream);
            tables.push_back(build(models[name], name));
            continue;
        }
        if (choice.buckets == LcBuckets::group) {
            BucketStatistics group;
            for (const auto p : s.payloads)
                group.merge(statistics[p]);
            tables.push_back(build(group, s.group + std::to_string(static_cast<int>(s.dtype))));
            if (tables.front().relative_error(group) <= worst_shared_error) continue;
            tables.clear();
        }
        for (const auto p : s.payloads) {
            layout.payloads[p].table = static_cast<std::uint32_t>(tables.size());
            tables.push_back(build(statistics[p], layout.payloads[p].name));
        }
    }
    return all;
}

Status plan_lc(StepContent& content, ChunkSource& source, const SchemeChoice& choice, HuffmanCache* codes,
               std::vector<BucketStatistics>& statistics) {
    auto& layout = content.layout;
    std::vector<std::uint32_t> streams;
    for (std::uint32_t stream = 1; stream < layout.streams.size(); ++stream) {
        if (layout.streams[stream].coding == StreamCoding::lc) streams.push_back(stream);
    }
    STEPVAULT_TRY(gather_statistics(layout, streams, source, statistics));
    auto tables = lc_tables(layout, streams, statistics, choice, codes);
    for (std::size_t i = 0; i < streams.size(); ++i)
        content.streams[streams[i]].tables = std::move(tables[i]);
    return {};
}

}  // namespace stepvault
