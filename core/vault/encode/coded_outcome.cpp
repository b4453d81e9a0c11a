#include "vault/encode/coded_outcome.h"

namespace stepvault {

void CodedOutcome::write(ByteWriter& out) const {
    out.put(entry.mode);
    out.put_varint(entry.length);
    out.put(entry.coded_hash);
    out.put(entry.content_hash);
    out.put_varint(figures.size());
    for (const auto& [payload, f] : figures) {
        out.put_varint(payload);
        for (const double figure : {f.lost, f.changed, f.missing, f.max_abs})
            out.put(figure);
    }
    put_statistics(out, statistics);
    out.put_varint(sample.size());
    out.put_bytes(sample);
    out.put_varint(crcs.size());
    for (const auto crc : crcs)
        out.put(crc);
}

CodedOutcome CodedOutcome::read(ByteReader& in) {
    CodedOutcome o;
    o.entry.mode = in.get<ChunkMode>();
    o.entry.length = in.get_varint();
    o.entry.coded_hash = in.get<std::uint64_t>();
    o.entry.content_hash = in.get<std::uint64_t>();
    for (auto left = in.get_varint(); left > 0 && in.ok(); --left) {
        auto& [payload, f] = o.figures.emplace_back();
        payload = static_cast<std::uint32_t>(in.get_varint());
        for (auto* figure : {&f.lost, &f.changed, &f.missing, &f.max_abs})
            *figure = in.get<double>();
    }
    o.statistics = get_statistics(in);
    const auto sample = in.get_bytes(in.get_varint());
    o.sample.assign(sample.begin(), sample.end());
    for (auto left = in.get_varint(); left > 0 && in.ok(); --left)
        o.crcs.push_back(in.get<std::uint32_t>());
    return o;
}

}  // namespace stepvault
