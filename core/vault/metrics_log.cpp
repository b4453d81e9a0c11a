#include "vault/metrics_log.h"

#include <map>

#include "base/checksum.h"
#include "base/file.h"

namespace stepvault {

namespace {

constexpr std::string_view magic{"\x89SVMET1\n", 8};
constexpr std::uint64_t frame_header = 16;  // payload length, XXH3 of the payload
constexpr std::uint64_t largest_log = std::uint64_t{1} << 34;

Bytes serialize(const std::vector<MetricPoint>& points) {
    std::map<std::string, std::uint64_t> tags;
    for (const auto& p : points) tags.try_emplace(p.tag, 0);
    ByteWriter out;
    out.put_varint(tags.size());
    std::uint64_t next = 0;
    for (auto& [tag, number] : tags) {
        number = next++;
        out.put_text(tag);
    }
    out.put_varint(points.size());
    for (const auto& p : points) {
        out.put_varint(tags[p.tag]);
        out.put(p.step);
        out.put(p.time);
        out.put(p.value);
    }
    return out.take();
}

bool parse(ByteView payload, std::vector<MetricPoint>& points) {
    ByteReader in(payload);
    std::vector<std::string> tags;
    const auto tag_count = in.get_varint();
    if (tag_count > in.left()) return false;
    for (std::uint64_t i = 0; i < tag_count; ++i) tags.push_back(in.get_text());
    const auto count = in.get_varint();
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
        MetricPoint p;
        const auto tag = in.get_varint();
        p.step = in.get<std::int64_t>();
        p.time = in.get<double>();
        p.value = in.get<double>();
        if (!in.ok() || tag >= tags.size()) return false;
        p.tag = tags[tag];
        points.push_back(std::move(p));
    }
    return in.ok() && in.left() == 0;
}

}  // namespace

Result<MetricsLog::Content> MetricsLog::read(const std::filesystem::path& path) {
    Content content;
    auto bytes = read_file(path, largest_log);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::not_found) return content;
        return bytes.error();
    }
    if (bytes->size() < magic.size()) return content;
    if (as_text(*bytes).substr(0, magic.size()) != magic) {
        content.damaged = true;
        return content;
    }
    const ByteView view = *bytes;
    std::uint64_t at = magic.size();
    content.sound_bytes = at;
    while (view.size() - at >= frame_header) {
        const auto length = load<std::uint64_t>(view, at);
        if (length > view.size() - at - frame_header) break;
        const auto payload = view.subspan(at + frame_header, length);
        const bool last = at + frame_header + length == view.size();
        if (xxh3(payload) != load<std::uint64_t>(view, at + 8) || !parse(payload, content.points)) {
            content.damaged = !last;
            break;
        }
        at += frame_header + length;
        content.sound_bytes = at;
    }
    return content;
}

Result<std::uint64_t> MetricsLog::append(const std::filesystem::path& path, std::uint64_t at, const std::vector<MetricPoint>& points) {
    STEPVAULT_ASSIGN(file, File::open_write(path));
    ByteWriter out;
    if (at == 0) out.put_bytes(as_view(magic));
    const auto payload = serialize(points);
    out.put(static_cast<std::uint64_t>(payload.size()));
    out.put(xxh3(payload));
    out.put_bytes(payload);
    STEPVAULT_TRY(file.truncate(at));
    STEPVAULT_TRY(file.write_all(at, out.view()));
    STEPVAULT_TRY(file.sync());
    return at + out.size();
}

}  // namespace stepvault
