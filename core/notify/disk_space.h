#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace stepvault {

/// The space of a disk, in bytes.
struct DiskSpace {
    std::uint64_t free = 0;  ///< that a user may still write
    std::uint64_t total = 0;
};

/// The space on the disk that `folder` lies on; nullopt if the system does not tell.
std::optional<DiskSpace> disk_space(const std::filesystem::path& folder);

/// Less than a tenth and less than 20 GiB are free.
bool is_tight(const DiskSpace& disk);

}  // namespace stepvault
