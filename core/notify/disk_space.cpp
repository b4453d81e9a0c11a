#include "notify/disk_space.h"

#include <system_error>

namespace stepvault {

namespace {

constexpr std::uint64_t little_space = 20ULL << 30U;
constexpr std::uint64_t little_share = 10;

}  // namespace

std::optional<DiskSpace> disk_space(const std::filesystem::path& folder) {
    std::error_code error;
    const auto disk = std::filesystem::space(folder, error);
    if (error) return std::nullopt;
    return DiskSpace{disk.available, disk.capacity};
}

bool is_tight(const DiskSpace& disk) {
    return disk.free < little_space && disk.free < disk.total / little_share;
}

}  // namespace stepvault
