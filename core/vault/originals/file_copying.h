#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "base/atomic_file.h"
#include "base/file.h"

namespace stepvault {

/// A copy of a file, with the file's times and permissions (take_rights()), that has no name yet.
struct FileCopy {
    AtomicFile file;
    std::uint64_t hash = 0;  ///< XXH3 of the bytes read
};

/// Passes a file's bytes to `take`, piece by piece.
Status read_through(const File& file,
                    const std::function<Status(std::uint64_t offset, ByteView bytes)>& take);

/// Copies a file's bytes to `to`, which must be empty.
Status copy_content(const File& from, File& to);

/// XXH3 of a file; `progress` gets the number of bytes of each piece read.
Result<std::uint64_t> hash_of_file(const File& file,
                                   const std::function<Status(std::uint64_t bytes)>& progress);

/// Copies `file`, to be published as `to`. `progress` gets the number of bytes of each piece read.
/// ErrorCode::no_space before anything is written.
Result<FileCopy> copy_file(const File& file, const std::filesystem::path& to,
                           const std::function<Status(std::uint64_t bytes)>& progress);

/// Gives a file a second name, or makes a durable copy if it can have none.
Status link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace stepvault
