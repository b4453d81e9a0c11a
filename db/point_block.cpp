#include "db/point_block.h"

namespace stepvault {

namespace {

// Points have the same layout in memory as in the file (bytes.h), since a chart decodes hundreds of blocks.
static_assert(sizeof(SeriesPoint) == 24 && std::is_trivially_copyable_v<SeriesPoint>);

void put(ByteWriter& out, const SeriesPoint& p) {
    out.put(p.step);
    out.put(p.time);
    out.put(p.value);
}

SeriesPoint get(ByteReader& in) {
    SeriesPoint p;
    p.step = in.get<std::int64_t>();
    p.time = in.get<double>();
    p.value = in.get<double>();
    return p;
}

Error damaged() {
    return {ErrorCode::corrupt, "a curve is damaged"};
}

}  // namespace

Bytes encode_points(std::span<const SeriesPoint> points) {
    const auto bytes = std::as_bytes(points);
    return {bytes.begin(), bytes.end()};
}

Result<std::vector<SeriesPoint>> decode_points(ByteView bytes) {
    if (bytes.size() % sizeof(SeriesPoint) != 0) return damaged();
    std::vector<SeriesPoint> points(bytes.size() / sizeof(SeriesPoint));
    if (!bytes.empty()) std::memcpy(points.data(), bytes.data(), bytes.size());
    return points;
}

Bytes encode_summary(const PointSummary& s) {
    ByteWriter out;
    for (const auto n : {s.points, s.nan, s.positive_infinite, s.negative_infinite, s.timed})
        out.put_varint(n);
    for (const auto& p : {s.first, s.last, s.low, s.high})
        put(out, p);
    out.put(s.earliest);
    out.put(s.latest);
    return out.take();
}

Result<PointSummary> decode_summary(ByteView bytes) {
    ByteReader in(bytes);
    PointSummary s;
    for (auto* n : {&s.points, &s.nan, &s.positive_infinite, &s.negative_infinite, &s.timed})
        *n = in.get_varint();
    for (auto* p : {&s.first, &s.last, &s.low, &s.high})
        *p = get(in);
    s.earliest = in.get<double>();
    s.latest = in.get<double>();
    if (!in.ok() || in.left() != 0) return damaged();
    return s;
}

}  // namespace stepvault
