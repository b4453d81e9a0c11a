#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace stepvault {

/// Which folder lies at a path. Another one has another inode, and one on another disk another device.
struct FolderGlance {
    std::filesystem::path real;  ///< absolute, without symbolic links
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    bool operator==(const FolderGlance&) const = default;
};

/// Opens the folder and lists nothing, so it costs little however much lies in it. An error says why the
/// folder cannot be read: ErrorCode::not_found where it is missing, no folder, or a link to nothing;
/// ErrorCode::permission where it may not be listed or not be entered; else ErrorCode::io.
Result<FolderGlance> glance_at(const std::filesystem::path& folder);

}  // namespace stepvault
