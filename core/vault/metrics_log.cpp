#include "vault/metrics_log.h"

#include <map>

#include "base/checksum.h"
#include "base/file.h"

namespace stepvault {

namespace {

constexpr std::string_view magic{"\x89SVMET1\n", 8};
constexpr std::uint32_t frame_mark = 0x464D5653;  // "SVMF"
constexpr std::uint64_t frame_header = 24;  // mark, check of the header, payload length, XXH3 of the payload
constexpr std::uint64_t largest_log = std::uint64_t{1} << 34;

Bytes serialize(const std::vector<MetricPoint>& points) {
    std::map<std::string, std::uint64_t> tags;
    for (const auto& p : points)
        tags.try_emplace(p.tag, 0);
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
    for (std::uint64_t i = 0; i < tag_count; ++i)
        tags.push_back(in.get_text());
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

std::uint32_t header_check(std::uint64_t length, std::uint64_t hash) {
    ByteWriter fields;
    fields.put(length);
    fields.put(hash);
    return static_cast<std::uint32_t>(xxh3(fields.view()));
}

bool is_header(ByteView bytes, std::uint64_t at) {
    return bytes.size() - at >= frame_header && load<std::uint32_t>(bytes, at) == frame_mark &&
           load<std::uint32_t>(bytes, at + 4) ==
               header_check(load<std::uint64_t>(bytes, at + 8), load<std::uint64_t>(bytes, at + 16));
}

}  // namespace

Result<MetricsLog::Content> MetricsLog::read(const std::filesystem::path& path) {
    Content content;
    auto bytes = read_file(path, largest_log);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::not_found) return content;
        return bytes.error();
    }
    const ByteView view = *bytes;
    if (view.size() < magic.size()) return content;  // cut off while it was made
    content.damaged = as_text(view).substr(0, magic.size()) != magic;
    content.sound_bytes = magic.size();
    for (std::uint64_t at = magic.size(); at < view.size();) {
        if (!is_header(view, at)) {
            // The end of a frame that was being written, unless a whole one follows.
            while (at < view.size() && !is_header(view, at))
                ++at;
            if (at < view.size()) content.damaged = true;
            continue;
        }
        const auto length = load<std::uint64_t>(view, at + 8);
        if (length > view.size() - at - frame_header) {
            ++at;
            continue;
        }
        const auto payload = view.subspan(at + frame_header, length);
        at += frame_header + length;
        if (xxh3(payload) == load<std::uint64_t>(view, at - length - 8) && parse(payload, content.points)) {
            content.sound_bytes = at;
        } else if (at < view.size()) {
            content.damaged = true;
        }
    }
    return content;
}

Result<std::uint64_t> MetricsLog::append(const std::filesystem::path& path, std::uint64_t at,
                                         const std::vector<MetricPoint>& points) {
    STEPVAULT_ASSIGN(file, File::open_write(path));
    ByteWriter out;
    if (at == 0) out.put_bytes(as_view(magic));
    const auto payload = serialize(points);
    const auto hash = xxh3(payload);
    out.put(frame_mark);
    out.put(header_check(payload.size(), hash));
    out.put(static_cast<std::uint64_t>(payload.size()));
    out.put(hash);
    out.put_bytes(payload);
    STEPVAULT_TRY(file.truncate(at));
    STEPVAULT_TRY(file.write_all(at, out.view()));
    STEPVAULT_TRY(file.sync());
    if (at == 0) STEPVAULT_TRY(sync_folder(path.parent_path()));
    return at + out.size();
}

}  // namespace stepvault
