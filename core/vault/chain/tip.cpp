#include "vault/chain/tip.h"

#include "base/checksum.h"

namespace stepvault {

namespace {

// Header: magic, checksum of the geometry. Then, for each chunk at a fixed place: hash of the step's id, hash
// of the bytes, the bytes. The skeleton comes last, since its length differs from step to step.
constexpr std::string_view tip_magic{"\x89SVTIP1\n", 8};
constexpr std::uint64_t header_size = 16;
constexpr std::uint64_t record_size = 16;

Result<bool> begins_with(const File& file, const Bytes& header) {
    Bytes present(header.size());
    STEPVAULT_ASSIGN(n, file.read_some(0, present));
    return n == header.size() && present == header;
}

}  // namespace

Bytes Tip::place(const StepLayout& layout) {
    ByteWriter geometry;
    std::uint64_t at = header_size;
    places_.resize(layout.streams.size());
    for (std::size_t i = 1; i < layout.streams.size(); ++i) {
        const auto& s = layout.streams[i];
        const auto stride = record_size + std::uint64_t{s.chunk_elements} * item_size(s.dtype);
        places_[i] = {at, stride};
        at += s.chunks() * record_size + s.count * item_size(s.dtype);
        geometry.put(s.count);
        geometry.put(stride);
        geometry.put(s.dtype);
    }
    places_[0] = {at, record_size + layout.streams[0].chunk_elements};
    ByteWriter header;
    header.put_bytes(as_view(tip_magic));
    header.put(xxh3(geometry.view()));
    return header.take();
}

Result<Tip> Tip::open(const std::filesystem::path& path, const StepLayout& layout) {
    Tip tip;
    const auto wanted = tip.place(layout);
    std::error_code ec;
    if (std::filesystem::is_symlink(path, ec)) std::filesystem::remove(path, ec);
    STEPVAULT_ASSIGN(file, File::open_write(path, FileAccess::of_folder));
    STEPVAULT_ASSIGN(fits, begins_with(file, wanted));
    if (!fits) {
        // A tip of another geometry is of no use.
        STEPVAULT_TRY(file.truncate(0));
        STEPVAULT_TRY(file.write_all(0, wanted));
    }
    tip.file_ = std::move(file);
    return tip;
}

Result<Tip> Tip::open_existing(const std::filesystem::path& path, const StepLayout& layout) {
    Tip tip;
    const auto wanted = tip.place(layout);
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(fits, begins_with(file, wanted));
    if (!fits) return Error{ErrorCode::not_found, path.native() + " holds the state of another layout"};
    tip.file_ = std::move(file);
    return tip;
}

std::uint64_t Tip::offset_of(std::uint32_t stream, std::uint64_t chunk) const {
    return places_[stream].offset + chunk * places_[stream].stride;
}

Result<bool> Tip::read_chunk(const StepFile& step, std::uint32_t stream, std::uint64_t chunk,
                             MutableByteView out) const {
    const auto at = offset_of(stream, chunk);
    Bytes record(record_size);
    STEPVAULT_ASSIGN(n, file_.read_some(at, record));
    const auto hash = load<std::uint64_t>(record, 8);
    if (n != record_size || load<std::uint64_t>(record) != xxh3(as_view(step.meta().id)) ||
        hash != step.stream(stream).chunks[chunk].content_hash) {
        return false;
    }
    STEPVAULT_ASSIGN(read, file_.read_some(at + record_size, out));
    return read == out.size() && xxh3(out) == hash;
}

Status Tip::write_chunk(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
                        std::uint64_t hash) {
    const auto at = offset_of(stream, chunk);
    ByteWriter record;
    record.put(xxh3(as_view(step_id)));
    record.put(hash);
    STEPVAULT_TRY(file_.write_all(at + record_size, bytes));
    return file_.write_all(at, record.view());
}

}  // namespace stepvault
