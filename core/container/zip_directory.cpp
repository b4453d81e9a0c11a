#include "container/zip_directory.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace stepvault {

namespace {

constexpr std::uint32_t entry_signature = 0x02014B50;
constexpr std::uint32_t zip64_end_signature = 0x06064B50;
constexpr std::uint32_t zip64_locator_signature = 0x07064B50;
constexpr std::uint32_t descriptor_signature = 0x08074B50;
constexpr std::size_t directory_entry_size = 46;
constexpr std::uint64_t end_size = 22;
constexpr std::size_t zip64_end_size = 56;
constexpr std::size_t zip64_locator_size = 20;
constexpr std::uint64_t most_trailing = std::uint64_t{64} << 10;
constexpr std::uint64_t most_directory = std::uint64_t{64} << 20;
constexpr int most_attempts = 16;  // attempts at directories; a hostile tail may hold many end records
constexpr std::uint32_t in_zip64 = 0xFFFFFFFF;

/// The position of the directory according to an end record.
struct DirectoryPlace {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t entries = 0;
};

/// The zip's bytes in a file; all offsets except those in messages count from `begin` until the end.
struct Part {
    const File& file;
    std::uint64_t begin = 0;

    [[nodiscard]] std::string place(std::uint64_t offset) const {
        return " at byte " + std::to_string(begin + offset);
    }
};

Result<Bytes> read_at(const Part& part, std::uint64_t offset, std::uint64_t size) {
    Bytes bytes(size);
    STEPVAULT_TRY(part.file.read_exact(part.begin + offset, bytes));
    return bytes;
}

/// Reads small, mostly neighboring pieces: one system call covers a descriptor and the header after it.
class NearbyReader {
 public:
    explicit NearbyReader(const Part& part) : part_(part), window_(window_size) {}

    /// A view that the next call invalidates; the caller knows that the file has that many bytes there.
    Result<ByteView> read(std::uint64_t offset, std::size_t size) {
        if (offset < window_at_ || offset + size > window_at_ + filled_) {
            window_at_ = offset;
            STEPVAULT_ASSIGN(filled, part_.file.read_some(part_.begin + offset, window_));
            filled_ = filled;
            if (filled_ < size) {
                return Error{ErrorCode::changed,
                             part_.file.path().native() + " became shorter while it was read"};
            }
        }
        return ByteView(window_).subspan(offset - window_at_, size);
    }

 private:
    static constexpr std::size_t window_size = 4096;

    const Part& part_;
    Bytes window_;
    std::uint64_t window_at_ = 0;
    std::size_t filled_ = 0;
};

/// `end_at`: offset of the end record. Nothing where the end record, or the zip64 records before it, are
/// invalid.
Result<std::optional<DirectoryPlace>> directory_place(const Part& part, std::uint64_t end_at, ByteView end) {
    DirectoryPlace place{.offset = load<std::uint32_t>(end, 16),
                         .size = load<std::uint32_t>(end, 12),
                         .entries = load<std::uint16_t>(end, 10)};
    auto limit = end_at;
    const bool zip64_needed = place.offset == in_zip64 || place.size == in_zip64 || place.entries == 0xFFFF;
    bool zip64 = false;
    if (end_at >= zip64_locator_size + zip64_end_size) {
        STEPVAULT_ASSIGN(locator, read_at(part, end_at - zip64_locator_size, zip64_locator_size));
        const auto at = load<std::uint64_t>(locator, 8);
        zip64 = load<std::uint32_t>(locator) == zip64_locator_signature &&
                at <= end_at - zip64_locator_size - zip64_end_size;
        if (zip64) {
            STEPVAULT_ASSIGN(record, read_at(part, at, zip64_end_size));
            zip64 = load<std::uint32_t>(record) == zip64_end_signature;
            if (zip64) {
                place = {.offset = load<std::uint64_t>(record, 48),
                         .size = load<std::uint64_t>(record, 40),
                         .entries = load<std::uint64_t>(record, 32)};
                limit = at;
                // The end record repeats the numbers that fit, or is still zeros.
                const auto agrees = [](std::uint32_t field, std::uint64_t value) {
                    return field == in_zip64 || field == value;
                };
                if (!agrees(load<std::uint32_t>(end, 16), place.offset) ||
                    !agrees(load<std::uint32_t>(end, 12), place.size))
                    return std::optional<DirectoryPlace>();
            }
        }
    }
    const bool sound = (zip64 || !zip64_needed) && place.offset <= limit &&
                       place.size <= limit - place.offset &&
                       place.entries <= place.size / directory_entry_size;
    if (!sound) return std::optional<DirectoryPlace>();
    return std::optional(place);
}

/// Replaces the fields that are 0xFFFFFFFF by those of the zip64 extra field, which holds only these fields,
/// in this order.
bool apply_zip64(ByteView extra, std::uint64_t& uncompressed, std::uint64_t& compressed,
                 std::uint64_t& header) {
    for (std::size_t at = 0; at + 4 <= extra.size();) {
        const auto id = load<std::uint16_t>(extra, at);
        const std::size_t length = load<std::uint16_t>(extra, at + 2);
        at += 4;
        if (length > extra.size() - at) return false;
        if (id == 1) {
            ByteReader reader(extra.subspan(at, length));
            for (auto* field : {&uncompressed, &compressed, &header}) {
                if (*field == in_zip64) *field = reader.get<std::uint64_t>();
            }
            return reader.ok();
        }
        at += length;
    }
    return uncompressed != in_zip64 && compressed != in_zip64 && header != in_zip64;
}

/// Nothing where the bytes are not a directory of `place.entries` entries.
std::optional<std::vector<ZipEntry>> parse_directory(ByteView directory, const DirectoryPlace& place) {
    std::vector<ZipEntry> entries;
    entries.reserve(place.entries);
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < place.entries; ++i) {
        if (directory.size() - at < directory_entry_size) return std::nullopt;
        const auto fixed = directory.subspan(at, directory_entry_size);
        if (load<std::uint32_t>(fixed) != entry_signature) return std::nullopt;
        const std::size_t name_length = load<std::uint16_t>(fixed, 28);
        const std::size_t extra_length = load<std::uint16_t>(fixed, 30);
        const std::size_t comment_length = load<std::uint16_t>(fixed, 32);
        if (directory.size() - at - directory_entry_size < name_length + extra_length + comment_length)
            return std::nullopt;
        std::uint64_t compressed = load<std::uint32_t>(fixed, 20);
        std::uint64_t uncompressed = load<std::uint32_t>(fixed, 24);
        std::uint64_t header = load<std::uint32_t>(fixed, 42);
        const auto extra = directory.subspan(at + directory_entry_size + name_length, extra_length);
        if (!apply_zip64(extra, uncompressed, compressed, header)) return std::nullopt;
        const auto flags = load<std::uint16_t>(fixed, 8);
        const bool encrypted = (flags & 1U) != 0;
        ZipEntry entry;
        entry.name = as_text(directory.subspan(at + directory_entry_size, name_length));
        entry.stored = load<std::uint16_t>(fixed, 10) == 0 && !encrypted && compressed == uncompressed;
        entry.length = compressed;
        entry.header = header;
        entry.directory_crc = place.offset + at + 16;
        // Tentative; locate_members() confirms or drops it.
        if ((flags & 8U) != 0) entry.descriptor_crc = 0;
        entries.push_back(std::move(entry));
        at += directory_entry_size + name_length + extra_length + comment_length;
    }
    return entries;
}

/// Reads the local headers and descriptors: sets the offsets, checks that nothing overlaps.
Status locate_members(const Part& part, std::vector<ZipEntry>& entries, std::uint64_t directory_at) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    spans.reserve(entries.size());
    const auto misplaced = [&](const ZipEntry& entry) {
        return Error{ErrorCode::corrupt,
                     "the member listed" + part.place(entry.directory_crc - 16) +
                         " of its zip directory lies outside of the members' part of the file"};
    };
    NearbyReader reader(part);
    for (auto& entry : entries) {
        if (entry.header > directory_at || directory_at - entry.header < zip_local_size)
            return misplaced(entry);
        STEPVAULT_ASSIGN(header, reader.read(entry.header, zip_local_size));
        if (load<std::uint32_t>(header) != zip_local_signature) {
            const bool unwritten = std::ranges::all_of(header, [](std::byte b) { return b == std::byte{0}; });
            return Error{unwritten ? ErrorCode::incomplete : ErrorCode::corrupt,
                         "the zip header of a member is missing" + part.place(entry.header)};
        }
        entry.offset =
            entry.header + zip_local_size + load<std::uint16_t>(header, 26) + load<std::uint16_t>(header, 28);
        if (entry.offset > directory_at || entry.length > directory_at - entry.offset)
            return misplaced(entry);
        auto end = entry.offset + entry.length;
        const auto left = std::min<std::uint64_t>(directory_at - end, 24);
        if (std::exchange(entry.descriptor_crc, std::nullopt) && left >= 16) {
            STEPVAULT_ASSIGN(descriptor, reader.read(end, left));
            if (load<std::uint32_t>(descriptor) == descriptor_signature) {
                entry.descriptor_crc = end + 4;
                const bool wide = left == 24 && load<std::uint64_t>(descriptor, 8) == entry.length &&
                                  load<std::uint32_t>(descriptor, 12) != entry.length;
                end += wide ? 24 : 16;
            }
        }
        spans.emplace_back(entry.header, end);
    }
    std::ranges::sort(spans);
    for (std::size_t i = 1; i < spans.size(); ++i) {
        if (spans[i].first < spans[i - 1].second) {
            return Error{ErrorCode::corrupt,
                         "members of its zip directory overlap" + part.place(spans[i].first)};
        }
    }
    return {};
}

/// Reads the directory that the last valid end record in the zip's last `tail_size` bytes leads to; nothing
/// where there is none.
Result<std::optional<std::vector<ZipEntry>>> find_directory(const Part& part, std::uint64_t size,
                                                            std::uint64_t tail_size) {
    const auto tail_at = size - tail_size;
    STEPVAULT_ASSIGN(tail, read_at(part, tail_at, tail_size));
    constexpr std::string_view end_signature = "PK\x05\x06";
    const auto text = as_text(tail);
    int attempts = 0;
    for (auto at = text.rfind(end_signature); at != std::string_view::npos;
         at = at == 0 ? std::string_view::npos : text.rfind(end_signature, at - 1)) {
        if (tail_size - at < end_size) continue;
        STEPVAULT_ASSIGN(place, directory_place(part, tail_at + at, ByteView(tail).subspan(at, end_size)));
        if (!place || place->entries == 0) continue;
        if (++attempts > most_attempts) break;
        if (place->size > most_directory) {
            return Error{ErrorCode::limit,
                         "its zip directory of " + std::to_string(place->size) + " bytes is too large"};
        }
        STEPVAULT_ASSIGN(directory, read_at(part, place->offset, place->size));
        auto entries = parse_directory(directory, *place);
        if (!entries) continue;
        STEPVAULT_TRY(locate_members(part, *entries, place->offset));
        return entries;
    }
    return std::optional<std::vector<ZipEntry>>();
}

}  // namespace

Result<std::vector<ZipEntry>> read_zip_directory(const File& file, std::uint64_t size, std::uint64_t begin) {
    const Part part{file, begin};
    // Few zips have anything after their end, and a file may hold very many small zips.
    for (const auto tail_size : {end_size, most_trailing + end_size}) {
        STEPVAULT_ASSIGN(found, find_directory(part, size, std::min<std::uint64_t>(size, tail_size)));
        if (!found) continue;
        for (auto& entry : *found) {
            for (auto* place : {&entry.offset, &entry.header, &entry.directory_crc})
                *place += begin;
            if (entry.descriptor_crc) *entry.descriptor_crc += begin;
        }
        return *std::move(found);
    }
    return Error{ErrorCode::incomplete, "its directory is missing or cut off" + part.place(size)};
}

}  // namespace stepvault
