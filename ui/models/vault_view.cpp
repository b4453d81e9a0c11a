#include "ui/models/vault_view.h"

#include <algorithm>

namespace stepvault::ui {

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
