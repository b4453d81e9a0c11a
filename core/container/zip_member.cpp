#include "container/zip_member.h"

#include <algorithm>

#include "base/utf8.h"

namespace stepvault {

namespace {

constexpr std::uint64_t crc_in_local_header = 14;

}  // namespace

std::string_view first_member_name(ByteView head) {
    if (head.size() < zip_local_size || load<std::uint32_t>(head) != zip_local_signature) return {};
    const auto length = load<std::uint16_t>(head, 26);
    if (head.size() - zip_local_size < length) return {};
    return as_text(head.subspan(zip_local_size, length));
}

void add_checksums(Layout& layout, const ZipEntry& entry) {
    layout.derived.push_back({entry.directory_crc, entry.offset, entry.length});
    layout.derived.push_back(
        {entry.descriptor_crc.value_or(entry.header + crc_in_local_header), entry.offset, entry.length});
}

std::string path_name(std::string_view path) {
    auto name = valid_utf8(path);
    std::ranges::replace(name, '/', '.');
    return name;
}

}  // namespace stepvault
