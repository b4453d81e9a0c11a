#include "library/retention/trash_purge.h"

#include <algorithm>

#include "vault/originals/freed_originals.h"
#include "vault/originals/trash.h"

namespace stepvault {

namespace {

std::uint64_t bytes_of(const std::filesystem::path& vault, const std::vector<std::string>& entries) {
    const auto trash = list_trash(vault);
    if (!trash) return 0;
    std::uint64_t bytes = 0;
    for (const auto& entry : *trash) {
        if (std::ranges::find(entries, entry.id) != entries.end()) bytes += entry.bytes;
    }
    return bytes;
}

}  // namespace

Status purge(const std::filesystem::path& vault, const std::string& entry, const JobContext& job) {
    const auto alone = lock_trash(vault);
    if (!alone) return alone.error();
    STEPVAULT_TRY(check_purgeable(vault, entry, job));
    return purge_trash_entry(vault, entry, job);
}

PurgeSeveralReport purge_several(const std::filesystem::path& vault, const std::vector<std::string>& entries,
                                 const JobContext& job) {
    PurgeSeveralReport report;
    const auto before = bytes_of(vault, entries);
    for (const auto& entry : entries) {
        const auto status = purge(vault, entry, job);
        if (status) {
            ++report.purged;
            continue;
        }
        const auto code = status.error().code;
        if (code == ErrorCode::not_found) continue;
        report.problems.push_back(status.error());
        // An entry that may hold the only sound copy of a checkpoint does not keep others from being purged.
        if (code != ErrorCode::corrupt) break;
    }
    report.bytes = before - std::min(before, bytes_of(vault, entries));
    return report;
}

}  // namespace stepvault
