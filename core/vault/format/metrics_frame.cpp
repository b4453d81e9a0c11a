#include "vault/format/metrics_frame.h"

namespace stepvault {

namespace {

constexpr std::uint8_t has_identity = 1;

std::uint64_t to_zigzag(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

std::uint64_t from_zigzag(std::uint64_t value) {
    return (value >> 1) ^ (~(value & 1) + 1);
}

bool is_same_time(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

FileIdentity get_identity(ByteReader& in) {
    FileIdentity id;
    id.device = in.get<std::uint64_t>();
    id.inode = in.get<std::uint64_t>();
    id.size = in.get<std::uint64_t>();
    id.modified_ns = in.get<std::int64_t>();
    id.changed_ns = in.get<std::int64_t>();
    return id;
}

}  // namespace

Bytes encode_metrics_frame(const MetricsFrame& frame) {
    ByteWriter out;
    out.put_text(frame.source);
    out.put<std::uint8_t>(frame.read ? has_identity : 0);
    if (frame.read) {
        out.put(frame.read->device);
        out.put(frame.read->inode);
        out.put(frame.read->size);
        out.put(frame.read->modified_ns);
        out.put(frame.read->changed_ns);
    }
    out.put_varint(frame.tags.size());
    for (const auto& tag : frame.tags) {
        out.put_text(tag.name);
        out.put_varint(tag.position);
    }
    out.put_varint(frame.points.size());
    SeriesPoint before;
    for (const auto& [tag, p] : frame.points) {
        const bool new_time = !is_same_time(p.time, before.time);
        out.put_varint(std::uint64_t{tag} << 1 | (new_time ? 1 : 0));
        // Unsigned, since the difference of two steps may not fit; unsigned arithmetic wraps round and back.
        const auto ahead = static_cast<std::uint64_t>(p.step) - static_cast<std::uint64_t>(before.step);
        out.put_varint(to_zigzag(static_cast<std::int64_t>(ahead)));
        if (new_time) out.put(p.time);
        out.put(p.value);
        before = p;
    }
    return out.take();
}

std::optional<MetricsFrame> decode_metrics_frame(ByteView payload) {
    ByteReader in(payload);
    MetricsFrame frame;
    frame.source = in.get_text();
    const auto flags = in.get<std::uint8_t>();
    if ((flags & ~has_identity) != 0) return {};
    if ((flags & has_identity) != 0) frame.read = get_identity(in);
    const auto tags = in.get_varint();
    for (std::uint64_t i = 0; i < tags && in.ok(); ++i) {
        auto name = in.get_text();
        frame.tags.push_back({std::move(name), in.get_varint()});
    }
    const auto points = in.get_varint();
    if (!in.ok() || points > in.left()) return {};
    frame.points.reserve(points);
    MetricsFrame::Point next;
    for (std::uint64_t i = 0; i < points && in.ok(); ++i) {
        const auto head = in.get_varint();
        if (head >> 1 >= frame.tags.size()) return {};
        next.tag = static_cast<std::uint32_t>(head >> 1);
        const auto step = static_cast<std::uint64_t>(next.point.step) + from_zigzag(in.get_varint());
        next.point.step = static_cast<std::int64_t>(step);
        if ((head & 1) != 0) next.point.time = in.get<double>();
        next.point.value = in.get<double>();
        frame.points.push_back(next);
    }
    if (!in.ok() || in.left() != 0) return {};
    return frame;
}

std::optional<MetricsFrame> decode_first_metrics_frame(ByteView payload) {
    ByteReader in(payload);
    MetricsFrame frame;
    const auto tags = in.get_varint();
    for (std::uint64_t i = 0; i < tags && in.ok(); ++i)
        frame.tags.push_back({in.get_text(), MetricsFrame::behind_all});
    const auto points = in.get_varint();
    for (std::uint64_t i = 0; i < points && in.ok(); ++i) {
        const auto tag = in.get_varint();
        MetricsFrame::Point next;
        next.point.step = in.get<std::int64_t>();
        next.point.time = in.get<double>();
        next.point.value = in.get<double>();
        if (!in.ok() || tag >= frame.tags.size()) return {};
        next.tag = static_cast<std::uint32_t>(tag);
        frame.points.push_back(next);
    }
    if (!in.ok() || in.left() != 0) return {};
    return frame;
}

}  // namespace stepvault
