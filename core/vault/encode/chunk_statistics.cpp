#include "vault/encode/chunk_statistics.h"

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

void put_statistics(ByteWriter& out, const ChunkStatistics& statistics) {
    out.put_varint(statistics.size());
    for (const auto& [payload, of_payload] : statistics) {
        out.put_varint(payload);
        out.put_varint(of_payload.zeros);
        out.put_varint(of_payload.escapes);
        out.put_varint(of_payload.buckets.size());
        for (const auto& [key, figures] : of_payload.buckets) {
            out.put(static_cast<std::uint8_t>(key.negative));
            out.put(key.exponent);
            out.put_varint(figures.count);
            for (const double figure : {figures.sum, figures.sum_squares, figures.min, figures.max})
                out.put(figure);
        }
    }
}

ChunkStatistics get_statistics(ByteReader& in) {
    ChunkStatistics statistics;
    for (auto left = in.get_varint(); left > 0 && in.ok(); --left) {
        auto& [payload, of_payload] = statistics.emplace_back();
        payload = static_cast<std::uint32_t>(in.get_varint());
        of_payload.zeros = in.get_varint();
        of_payload.escapes = in.get_varint();
        for (auto buckets = in.get_varint(); buckets > 0 && in.ok(); --buckets) {
            BucketKey key;
            key.negative = in.get<std::uint8_t>() != 0;
            key.exponent = in.get<std::int16_t>();
            auto& figures = of_payload.buckets[key];
            figures.count = in.get_varint();
            for (auto* figure : {&figures.sum, &figures.sum_squares, &figures.min, &figures.max})
                *figure = in.get<double>();
        }
    }
    return statistics;
}

}  // namespace stepvault
