// Constants of the step file (FORMAT.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace stepvault {

constexpr std::string_view step_file_magic{"\x89SVSTEP\n", 8};
constexpr std::string_view step_file_end_magic{"SVSTEP\x89\n", 8};
constexpr std::uint32_t step_file_version = 1;
constexpr std::uint64_t step_file_header_size = 16;  ///< magic, version, flags
constexpr std::uint64_t step_file_footer_size =
    32;  ///< table offset, table length, table checksum, end magic
/// A reader refuses an unknown critical section and skips other unknown ones.
enum class SectionKind : std::uint16_t {
    meta = 1,
    layout = 2,
    chunks = 3,
    figures = 4,
    statistics = 5,
    samples = 6,
    links = 7,
    dropped = 8,
};

/// Sections that are not critical only serve statistics and decisions: a step restores without them.
constexpr bool is_critical(SectionKind kind) {
    return kind != SectionKind::figures && kind != SectionKind::statistics && kind != SectionKind::samples;
}
/// Most bytes that a section may unpack to.
constexpr std::uint64_t largest_section(SectionKind kind) {
    switch (kind) {
        case SectionKind::meta:
        case SectionKind::links:
            return std::uint64_t{1} << 20;
        case SectionKind::samples:
            return std::uint64_t{1} << 30;
        default:
            return std::uint64_t{1} << 28;
    }
}
/// Most bytes that a section of `stored` bytes may unpack to. Descriptions are repetitive, but only to a
/// degree, and a forged length would waste memory.
constexpr std::uint64_t largest_raw_length(SectionKind kind, std::uint64_t stored) {
    return std::min(largest_section(kind), (std::uint64_t{1} << 20) + 256 * stored);
}
constexpr std::uint64_t largest_section_table = std::uint64_t{1} << 16;
constexpr std::uint64_t largest_coded_chunk = std::uint64_t{1} << 26;

constexpr std::uint16_t section_is_critical = 1;
constexpr std::uint16_t section_is_zstd = 2;

}  // namespace stepvault
