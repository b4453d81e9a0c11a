#include "codec/runs_coder.h"

#include <algorithm>

namespace stepvault {

namespace {

/// How many runs there are, where they begin and how long they are.
Bytes places_of(std::span<const Run> runs) {
    ByteWriter places;
    if (runs.empty()) return places.take();
    places.put_varint(runs.size());
    std::size_t next = 0;
    for (const auto& run : runs) {
        places.put_varint((run.first - next) * 2 + (run.count > 1 ? 1 : 0));
        if (run.count > 1) places.put_varint(run.count);
        next = run.first + run.count;
    }
    return places.take();
}

}  // namespace

std::uint64_t encoded_size(std::span<const Run> runs, std::uint32_t item_size) {
    std::uint64_t elements = 0;
    for (const auto& run : runs)
        elements += run.count;
    return places_of(runs).size() + elements * item_size;
}

Bytes encode_runs(ByteView values, ByteView base, std::uint32_t item_size, std::span<const Run> runs,
                  MutableByteView restored) {
    std::copy(base.begin(), base.end(), restored.begin());
    const auto places = places_of(runs);
    ByteWriter coded;
    coded.put_bytes(places);
    for (const auto& run : runs) {
        const auto kept = values.subspan(run.first * item_size, run.count * item_size);
        coded.put_bytes(kept);
        std::copy(kept.begin(), kept.end(), restored.subspan(run.first * item_size).begin());
    }
    return coded.take();
}

Status decode_runs(ByteView coded, ByteView base, std::uint32_t item_size, MutableByteView out) {
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    std::copy(base.begin(), base.end(), out.begin());
    ByteReader in(coded);
    const auto count = in.get_varint();
    std::vector<Run> runs;
    std::uint64_t next = 0;
    const std::uint64_t all = out.size() / item_size;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto gap = in.get_varint();
        const auto length = gap % 2 == 1 ? in.get_varint() : 1;
        if (!in.ok() || gap / 2 > all - next || length > all - next - gap / 2) return damaged;
        runs.push_back({next + gap / 2, length});
        next += gap / 2 + length;
    }
    for (const auto& run : runs) {
        const auto bytes = in.get_bytes(std::uint64_t{run.count} * item_size);
        if (!in.ok()) return damaged;
        std::copy(bytes.begin(), bytes.end(), out.subspan(run.first * item_size).begin());
    }
    if (!in.ok() || in.left() != 0) return damaged;
    return {};
}

}  // namespace stepvault
