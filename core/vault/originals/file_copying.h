#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "base/atomic_file.h"
#include "base/file.h"

namespace stepvault {

/// A file's copy, with its times and rights (take_rights()), that has no name yet.
struct FileCopy {
    AtomicFile file;
    std::uint64_t hash = 0;  ///< XXH3 of what was read
};

/// Gives `take` a file's bytes, piece by piece.
Status read_through(const File& file,
                    const std::function<Status(std::uint64_t offset, ByteView bytes)>& take);

/// XXH3 of a file; `progress` gets what was read.
Result<std::uint64_t> hash_of_file(const File& file,
                                   const std::function<Status(std::uint64_t bytes)>& progress);

/// To be published as `to`. `progress` gets what was read. ErrorCode::no_space before anything is written.
Result<FileCopy> copy_file(const File& file, const std::filesystem::path& to,
                           const std::function<Status(std::uint64_t bytes)>& progress);

/// A second name of a file; where it can have none, a durable copy.
Status link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace stepvault
