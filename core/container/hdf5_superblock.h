// The first bytes of an HDF5 file, read without libhdf5. Source: HDF5 File Format Specification 3.0, II.A.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bytes.h"

namespace stepvault {

inline constexpr std::string_view hdf5_magic = "\x89HDF\r\n\x1a\n";
/// Bytes that hold the fields of a superblock up to the end-of-file address, in any version.
inline constexpr std::size_t hdf5_superblock_size = 52;

/// The fields that tell whether the file is complete.
struct Hdf5Superblock {
    std::uint64_t end_of_file = 0;  ///< bytes of the file, as of its last flush
    bool being_written = false;     ///< marked as open by a writer that has not closed it
};

/// `begin`: the first hdf5_superblock_size bytes of a file, or all bytes of a shorter file. Nothing where
/// `begin` is no superblock of versions 0 to 3 with addresses of 8 bytes.
std::optional<Hdf5Superblock> read_hdf5_superblock(ByteView begin);

}  // namespace stepvault
