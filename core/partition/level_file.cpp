#include "partition/level_file.h"

#include <array>
#include <system_error>

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/file.h"

namespace stepvault {

namespace {

constexpr std::string_view level_magic("\x89SVLEVL\n", 8);
constexpr std::uint32_t version = 2;
constexpr std::uint64_t largest_level_file = std::uint64_t{1} << 40U;
constexpr std::uint64_t most_nodes = 1 << 20U;
constexpr std::array<const char*, 3> kind_names{"own", "copy", "parity"};

Error damaged(const std::string& name) {
    return {ErrorCode::corrupt, name + " is damaged, or not a file of a storage level"};
}

/// Everything before the payload.
struct Description {
    LevelFile level;
    std::size_t size = 0;  ///< bytes of the file
    std::uint64_t payload_length = 0;
    std::uint64_t payload_hash = 0;
};

Result<Description> parse_description(ByteView bytes, const std::string& name) {
    ByteReader in(bytes);
    if (as_text(in.get_bytes(level_magic.size())) != level_magic) return damaged(name);
    if (in.get<std::uint32_t>() != version)
        return Error{ErrorCode::unsupported, name + " was written by a newer Stepvault; update this one"};
    Description described;
    auto& level = described.level;
    const auto kind = in.get<std::uint8_t>();
    level.node = static_cast<std::uint32_t>(in.get_varint());
    level.header.run_id = in.get_text();
    level.header.step_id = in.get_text();
    level.header.level = static_cast<std::uint32_t>(in.get_varint());
    level.header.group = static_cast<std::uint32_t>(in.get_varint());
    level.header.saved_ns = in.get<std::int64_t>();
    const auto nodes = in.get_varint();
    if (!in.ok() || kind >= kind_names.size() || nodes > most_nodes || nodes > in.left())
        return damaged(name);
    level.kind = static_cast<LevelFileKind>(kind);
    for (std::uint64_t n = 0; n < nodes; ++n) {
        const auto length = in.get_varint();
        level.header.shares.push_back({length, in.get<std::uint64_t>()});
    }
    described.payload_length = in.get_varint();
    described.payload_hash = in.get<std::uint64_t>();
    const auto hashed = in.position();
    if (in.get<std::uint64_t>() != xxh3(bytes.first(hashed)) || !in.ok()) return damaged(name);
    if (level.header.group == 0 || level.node >= nodes) return damaged(name);
    described.size = in.position();
    return described;
}

Bytes describe(const LevelHeader& header, LevelFileKind kind, std::uint32_t node, ByteView payload) {
    ByteWriter out;
    out.put_bytes(as_view(level_magic));
    out.put(version);
    out.put(static_cast<std::uint8_t>(kind));
    out.put_varint(node);
    out.put_text(header.run_id);
    out.put_text(header.step_id);
    out.put_varint(header.level);
    out.put_varint(header.group);
    out.put(header.saved_ns);
    out.put_varint(header.shares.size());
    for (const auto& share : header.shares) {
        out.put_varint(share.length);
        out.put(share.hash);
    }
    out.put_varint(payload.size());
    out.put(xxh3(payload));
    out.put(xxh3(out.view()));
    return out.take();
}

}  // namespace

std::filesystem::path level_folder(const std::filesystem::path& folder, const std::string& run_id,
                                   const std::string& step_id) {
    return folder / run_id / step_id;
}

Bytes LevelFile::to_bytes() const {
    auto bytes = describe(header, kind, node, payload);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    return bytes;
}

Status write_level_file(const std::filesystem::path& folder, const LevelHeader& header, LevelFileKind kind,
                        std::uint32_t node, ByteView payload) {
    const auto place = level_folder(folder, header.run_id, header.step_id);
    std::error_code ec;
    const bool was_there = std::filesystem::exists(folder, ec);
    std::filesystem::create_directories(place, ec);
    if (ec) return system_error(ec.value(), "create", place.native());
    // Otherwise a power failure could remove the folders together with the file.
    STEPVAULT_TRY(sync_folder(place.parent_path()));
    STEPVAULT_TRY(sync_folder(folder));
    if (!was_there && folder.has_parent_path()) STEPVAULT_TRY(sync_folder(folder.parent_path()));
    const auto before = describe(header, kind, node, payload);
    // Only the saving user reads the file, and the readers of the original are not known here.
    STEPVAULT_ASSIGN(
        file, AtomicFile::create(place / kind_names[static_cast<std::size_t>(kind)], FileAccess::owner));
    STEPVAULT_TRY(file.file().write_all(0, before));
    STEPVAULT_TRY(file.file().write_all(before.size(), payload));
    return file.publish(AtomicFile::Existing::replace);
}

Result<LevelFile> LevelFile::read(const std::filesystem::path& file) {
    STEPVAULT_ASSIGN(bytes, read_file(file, largest_level_file));
    return parse(bytes, file.native());
}

Result<LevelFile> LevelFile::parse(ByteView bytes, const std::string& name) {
    STEPVAULT_ASSIGN(described, parse_description(bytes, name));
    auto& level = described.level;
    const auto payload = bytes.subspan(described.size);
    if (payload.size() != described.payload_length || xxh3(payload) != described.payload_hash)
        return damaged(name);
    level.payload.assign(payload.begin(), payload.end());
    return std::move(level);
}

Result<LevelHeader> read_level_header(const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(file, File::open_read(path));
    // The first size is enough for hundreds of nodes, the last for most_nodes.
    constexpr std::size_t first_part = std::size_t{1} << 14U;
    constexpr std::size_t last_part = std::size_t{1} << 26U;
    Bytes bytes;
    for (std::size_t part = first_part;; part *= 4) {
        bytes.resize(part);
        STEPVAULT_ASSIGN(n, file.read_some(0, bytes));
        auto described = parse_description(ByteView(bytes).first(n), path.native());
        if (described) return std::move(described->level.header);
        if (n < part || part >= last_part) return described.error();
    }
}

}  // namespace stepvault
