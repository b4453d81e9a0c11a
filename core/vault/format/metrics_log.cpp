#include "vault/format/metrics_log.h"

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/file.h"

namespace stepvault {

namespace {

constexpr std::string_view metrics_magic{"\x89SVMET1\n", 8};
constexpr std::uint32_t first_frame_mark = 0x464D5653;  // "SVMF"
constexpr std::uint32_t frame_mark = 0x324D5653;        // "SVM2"
constexpr std::uint64_t frame_header = 24;  // mark, check of the header, payload length, XXH3 of the payload
constexpr std::uint64_t largest_log = std::uint64_t{1} << 34;

std::uint32_t header_check(std::uint64_t length, std::uint64_t hash) {
    ByteWriter fields;
    fields.put(length);
    fields.put(hash);
    return static_cast<std::uint32_t>(xxh3(fields.view()));
}

bool is_header(ByteView bytes, std::uint64_t at) {
    if (bytes.size() - at < frame_header) return false;
    const auto mark = load<std::uint32_t>(bytes, at);
    return (mark == frame_mark || mark == first_frame_mark) &&
           load<std::uint32_t>(bytes, at + 4) ==
               header_check(load<std::uint64_t>(bytes, at + 8), load<std::uint64_t>(bytes, at + 16));
}

std::optional<MetricsFrame> decode(std::uint32_t mark, ByteView payload, std::uint64_t hash) {
    if (xxh3(payload) != hash) return {};
    return mark == frame_mark ? decode_metrics_frame(payload) : decode_first_metrics_frame(payload);
}

void put_frame(const MetricsFrame& frame, ByteWriter& out) {
    const auto payload = encode_metrics_frame(frame);
    const auto hash = xxh3(payload);
    out.put(frame_mark);
    out.put(header_check(payload.size(), hash));
    out.put(static_cast<std::uint64_t>(payload.size()));
    out.put(hash);
    out.put_bytes(payload);
}

}  // namespace

Result<MetricsLog::Extent> MetricsLog::read(const std::filesystem::path& path, const Visitor& visit) {
    Extent extent;
    auto bytes = read_file(path, largest_log);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::not_found) return extent;
        return bytes.error();
    }
    const ByteView view = *bytes;
    if (view.size() < metrics_magic.size()) return extent;  // a crash cut off its creation
    extent.damaged = as_text(view).substr(0, metrics_magic.size()) != metrics_magic;
    extent.sound_bytes = metrics_magic.size();
    for (std::uint64_t at = metrics_magic.size(); at < view.size();) {
        if (!is_header(view, at)) {
            // This is an interrupted write at the end of the log, unless a whole frame follows.
            while (at < view.size() && !is_header(view, at))
                ++at;
            if (at < view.size()) extent.damaged = true;
            continue;
        }
        const auto length = load<std::uint64_t>(view, at + 8);
        if (length > view.size() - at - frame_header) {
            ++at;
            continue;
        }
        auto frame = decode(load<std::uint32_t>(view, at), view.subspan(at + frame_header, length),
                            load<std::uint64_t>(view, at + 16));
        at += frame_header + length;
        if (frame) {
            visit(std::move(*frame));
            extent.sound_bytes = at;
        } else if (at < view.size()) {
            extent.damaged = true;
        }
    }
    return extent;
}

Result<std::uint64_t> MetricsLog::append(const std::filesystem::path& path, std::uint64_t at,
                                         const MetricsFrame& frame) {
    STEPVAULT_ASSIGN(file, File::open_write(path, FileAccess::of_folder));
    ByteWriter out;
    if (at == 0) out.put_bytes(as_view(metrics_magic));
    put_frame(frame, out);
    STEPVAULT_TRY(file.truncate(at));
    STEPVAULT_TRY(file.write_all(at, out.view()));
    STEPVAULT_TRY(file.sync());
    if (at == 0) STEPVAULT_TRY(sync_folder(path.parent_path()));
    return at + out.size();
}

Result<std::uint64_t> MetricsLog::replace(const std::filesystem::path& path,
                                          const std::vector<MetricsFrame>& frames) {
    ByteWriter out;
    out.put_bytes(as_view(metrics_magic));
    for (const auto& frame : frames)
        put_frame(frame, out);
    STEPVAULT_ASSIGN(made, AtomicFile::create(path, FileAccess::of_folder));
    STEPVAULT_TRY(made.file().write_all(0, out.view()));
    STEPVAULT_TRY(made.publish(AtomicFile::Existing::replace));
    return out.size();
}

}  // namespace stepvault
