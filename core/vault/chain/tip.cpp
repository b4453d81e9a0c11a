#include "vault/chain/tip.h"

#include <algorithm>
#include <new>

#include "base/checksum.h"
#include "base/memory_budget.h"

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

Error of_another_layout(const std::filesystem::path& path) {
    return {ErrorCode::not_found, path.native() + " holds the state of another layout"};
}

}  // namespace

Tip::Tip(const StepLayout& layout) {
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
    const auto& skeleton = layout.streams[0];
    places_[0] = {at, record_size + skeleton.chunk_elements};
    size_ = at + skeleton.chunks() * record_size + skeleton.count;
    ByteWriter header;
    header.put_bytes(as_view(tip_magic));
    header.put(xxh3(geometry.view()));
    header_ = header.take();
}

Result<Tip> Tip::in_memory(const StepLayout& layout) {
    Tip tip(layout);
    // Not cleared: a record counts only with the right hashes, and pages that are not touched cost nothing.
    tip.memory_.reset(new (std::nothrow) std::byte[tip.size_]);
    if (!tip.memory_) return beyond_memory_budget("a run's newest state needs");
    return tip;
}

Result<Tip> Tip::open(const std::filesystem::path& path, const StepLayout& layout) {
    Tip tip(layout);
    STEPVAULT_ASSIGN(file, File::open_write(path, FileAccess::owner));
    STEPVAULT_ASSIGN(fits, begins_with(file, tip.header_));
    if (!fits) {
        // Another process of the group may use the old file, so this one is not shortened.
        std::error_code ec;
        std::filesystem::remove(path, ec);
        STEPVAULT_ASSIGN(made, File::open_write(path, FileAccess::owner));
        STEPVAULT_TRY(made.write_all(0, tip.header_));
        file = std::move(made);
    }
    tip.file_ = std::move(file);
    return tip;
}

Result<Tip> Tip::open_existing(const std::filesystem::path& path, const StepLayout& layout) {
    Tip tip(layout);
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(fits, begins_with(file, tip.header_));
    if (!fits) return of_another_layout(path);
    tip.file_ = std::move(file);
    return tip;
}

std::uint64_t Tip::size_for(const StepLayout& layout) {
    return Tip(layout).size_;
}

bool Tip::fits(const StepLayout& layout) const {
    const Tip other(layout);
    // The skeleton's length is no part of the header.
    return other.header_ == header_ && (!memory_ || other.size_ <= size_);
}

std::uint64_t Tip::offset_of(std::uint32_t stream, std::uint64_t chunk) const {
    return places_[stream].offset + chunk * places_[stream].stride;
}

Result<std::size_t> Tip::read_some(std::uint64_t offset, MutableByteView out) const {
    if (!memory_) return file_.read_some(offset, out);
    if (offset >= size_) return std::size_t{0};
    const auto count = std::min<std::uint64_t>(out.size(), size_ - offset);
    std::copy_n(memory_.get() + offset, count, out.begin());
    return static_cast<std::size_t>(count);
}

Status Tip::write_all(std::uint64_t offset, ByteView bytes) {
    if (!memory_) return file_.write_all(offset, bytes);
    if (offset > size_ || bytes.size() > size_ - offset)
        return Error{ErrorCode::limit, "a chunk does not fit into the tip"};
    std::copy(bytes.begin(), bytes.end(), memory_.get() + offset);
    return {};
}

Result<bool> Tip::read_chunk(const StepFile& step, std::uint32_t stream, std::uint64_t chunk,
                             MutableByteView out) const {
    const auto at = offset_of(stream, chunk);
    Bytes record(record_size);
    STEPVAULT_ASSIGN(n, read_some(at, record));
    if (n != record_size) return false;
    const auto hash = load<std::uint64_t>(record, 8);
    if (load<std::uint64_t>(record) != xxh3(as_view(step.meta().id)) ||
        hash != step.stream(stream).chunks[chunk].content_hash) {
        return false;
    }
    STEPVAULT_ASSIGN(read, read_some(at + record_size, out));
    return read == out.size() && xxh3(out) == hash;
}

Status Tip::write_chunk(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
                        std::uint64_t hash) {
    const auto at = offset_of(stream, chunk);
    ByteWriter record;
    record.put(xxh3(as_view(step_id)));
    record.put(hash);
    STEPVAULT_TRY(write_all(at + record_size, bytes));
    return write_all(at, record.view());
}

}  // namespace stepvault
