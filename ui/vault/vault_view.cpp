#include "ui/vault/vault_view.h"

#include <algorithm>
#include <system_error>

namespace stepvault::ui {

namespace {
constexpr std::uint64_t littleSpace = 20ULL << 30U;
constexpr std::uint64_t littleShare = 10;
}  // namespace

std::uint64_t VaultView::stored() const {
    std::uint64_t sum = 0;
    for (const VaultRun& run : runs)
        sum += run.info.stored_bytes;
    return sum;
}

std::uint64_t VaultView::original() const {
    std::uint64_t sum = 0;
    for (const VaultRun& run : runs)
        sum += run.info.original_bytes;
    return sum;
}

const VaultRun* VaultView::find(const std::string& id) const {
    const auto run = std::ranges::find_if(runs, [&](const VaultRun& r) { return r.info.row.id == id; });
    return run == runs.end() ? nullptr : &*run;
}

std::optional<DiskSpace> diskSpace(const std::filesystem::path& folder) {
    std::error_code error;
    const auto disk = std::filesystem::space(folder, error);
    if (error) return std::nullopt;
    return DiskSpace{disk.available, disk.capacity};
}

bool isTight(const DiskSpace& disk) {
    return disk.free < littleSpace && disk.free < disk.total / littleShare;
}

TrashSum sumOf(const std::vector<TrashEntry>& trash) {
    TrashSum sum;
    for (const TrashEntry& entry : trash) {
        sum.checkpoints += entry.steps.size() + entry.unreadable.size();
        sum.originals += entry.originals.size();
        sum.bytes += entry.bytes;
    }
    return sum;
}

}  // namespace stepvault::ui
