#include "container/hdf5_superblock.h"

namespace stepvault {

namespace {

constexpr unsigned newest_version = 3;
constexpr unsigned first_with_marks = 3;  // version whose flags tell that a writer is at work
constexpr unsigned address_size = 8;

struct Places {
    std::size_t size_of_addresses;
    std::size_t end_of_file;
};

constexpr Places field_places[] = {{13, 40}, {13, 44}, {9, 28}, {9, 28}};

}  // namespace

std::optional<Hdf5Superblock> read_hdf5_superblock(ByteView begin) {
    if (begin.size() < hdf5_superblock_size || !as_text(begin).starts_with(hdf5_magic)) return {};
    const auto version = static_cast<unsigned>(begin[hdf5_magic.size()]);
    if (version > newest_version) return {};
    const auto& at = field_places[version];
    if (static_cast<unsigned>(begin[at.size_of_addresses]) != address_size) return {};
    constexpr auto open_for_writing = std::byte{1};
    return Hdf5Superblock{
        .end_of_file = load<std::uint64_t>(begin, at.end_of_file),
        .being_written = version >= first_with_marks && (begin[11] & open_for_writing) != std::byte{0}};
}

}  // namespace stepvault
