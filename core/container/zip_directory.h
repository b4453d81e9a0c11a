// Reads the directory of a zip file, including positions that ordinary zip readers do not expose: offsets of
// payloads and of checksum fields.
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

/// A local header; most zips begin with one.
inline constexpr std::string_view zip_magic = "PK\x03\x04";
inline constexpr std::uint32_t zip_local_signature = 0x04034B50;
/// Bytes of a local header before the member's name.
inline constexpr std::size_t zip_local_size = 30;

/// A member of the zip.
struct ZipEntry {
    std::string name;
    bool stored = false;              ///< neither compressed nor encrypted
    std::uint64_t offset = 0;         ///< offset of the member's bytes in the file, from its local header
    std::uint64_t length = 0;         ///< bytes in the file
    std::uint64_t header = 0;         ///< offset of the local header
    std::uint64_t directory_crc = 0;  ///< offset of the CRC-32 in the central directory
    std::optional<std::uint64_t>
        descriptor_crc;  ///< offset of the CRC-32 in the data descriptor, if there is one
};

/// Reads the `size` bytes from `begin` of a file, which start with a local header; returned offsets count
/// from the start of the file. Supports zip64, and up to 64 KiB of other data after the end. Headers, members
/// and descriptors of the returned entries lie in the file and do not overlap. Does not verify checksums.
/// Errors: incomplete where there is no valid directory at the end, or a local header is not written yet;
/// corrupt where members overlap or lie outside the file; limit; errors of reading.
Result<std::vector<ZipEntry>> read_zip_directory(const File& file, std::uint64_t size,
                                                 std::uint64_t begin = 0);

}  // namespace stepvault
