#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace stepvault {

/// Identifies the folder at a path. Another folder has another inode, or on another disk another device.
struct FolderGlance {
    std::filesystem::path real;  ///< absolute, without symbolic links
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    bool operator==(const FolderGlance&) const = default;
};

/// Opens the folder without listing it, so the cost is small however much the folder holds. An error tells
/// why the folder cannot be read: ErrorCode::not_found where it is missing, not a folder, or a dangling link;
/// ErrorCode::permission where it may not be listed or entered; otherwise ErrorCode::io.
Result<FolderGlance> glance_at(const std::filesystem::path& folder);

}  // namespace stepvault
