// The results of verifying and repairing a vault.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "vault/repair/copy_source.h"

namespace stepvault {

/// One damage and its place.
struct DamageReport {
    std::string run;
    std::string checkpoint_id;  ///< empty where the damage is in no checkpoint
    std::string what;           ///< one line
};

/// The result of verifying a vault.
struct VerifyReport {
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;
    std::uint64_t quarantined = 0;  ///< step files that an earlier repair set aside
    std::vector<DamageReport> damage;
    std::vector<DamageReport> unread = {};  ///< runs that this user may not read; `what`: why
};

/// The result of comparing the originals that have not changed since they were stored with their stored
/// copies.
struct OriginalsReport {
    std::uint64_t compared = 0;        ///< checkpoints
    std::uint64_t gone = 0;            ///< checkpoints whose originals are missing or have changed
    std::uint64_t bytes = 0;           ///< of the originals that were compared
    std::vector<DamageReport> damage;  ///< of the stored copies
};

/// Where a repair finds sound copies outside the vault.
struct RepairRequest {
    /// Another copy of the vault, or a folder with the folders of a cluster's nodes; empty for none.
    std::filesystem::path from = {};
    /// Further sources, asked first.
    std::vector<std::shared_ptr<const CopySource>> copies = {};
};

/// The result of a repair: what was done about each damage, and the remaining damage.
struct RepairReport {
    std::vector<DamageReport> repaired;     ///< `what`: where the sound data comes from
    std::vector<DamageReport> quarantined;  ///< `what`: why
    std::vector<DamageReport> hindered;     ///< runs that could not be checked; `what`: why
    VerifyReport after;
};

}  // namespace stepvault
