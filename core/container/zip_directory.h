// The directory of a zip file, with the places that its own readers hide: payload offsets and checksum
// fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace stepvault {

/// A local header, with which most zips begin.
inline constexpr std::string_view zip_magic = "PK\x03\x04";
inline constexpr std::uint32_t zip_local_signature = 0x04034B50;
/// Bytes of it before the member's name.
inline constexpr std::size_t zip_local_size = 30;

/// A member of the zip.
struct ZipEntry {
    std::string name;
    bool stored = false;              ///< neither compressed nor encrypted
    std::uint64_t offset = 0;         ///< of the member's bytes in the file, from its local header
    std::uint64_t length = 0;         ///< bytes in the file
    std::uint64_t header = 0;         ///< offset of the local header
    std::uint64_t directory_crc = 0;  ///< offset of the CRC-32 in the central directory
    std::optional<std::uint64_t>
        descriptor_crc;  ///< offset of the one in the data descriptor, if there is one
};

/// For the `size` bytes from `begin` of a file, which begin with a local header; the offsets returned are in
/// the file. Reads with and without zip64, with up to 64 KiB of anything behind the end. Headers, members and
/// descriptors of the entries returned lie in the file and do not overlap. Checksums are not looked at.
/// Errors: incomplete where there is no valid directory at the end, or a local header was not written yet;
/// corrupt where members overlap or leave the file; limit; those of reading.
Result<std::vector<ZipEntry>> read_zip_directory(const File& file, std::uint64_t size,
                                                 std::uint64_t begin = 0);

}  // namespace stepvault
