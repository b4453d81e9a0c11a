// What verify and repair find in a vault.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stepvault {

/// One damage, where it is.
struct DamageReport {
    std::string run;
    std::string checkpoint_id;  ///< empty where the damage is in no checkpoint
    std::string what;           ///< one line
};

/// What was read, and what does not hold.
struct VerifyReport {
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;
    std::uint64_t quarantined = 0;  ///< step files that an earlier repair set aside
    std::vector<DamageReport> damage;
};

/// Originals that are still there as they were filed, held against what is stored of them.
struct OriginalsReport {
    std::uint64_t compared = 0;        ///< checkpoints
    std::uint64_t gone = 0;            ///< their originals are not there, or were changed since
    std::uint64_t bytes = 0;           ///< of the originals that were compared
    std::vector<DamageReport> damage;  ///< of what is stored
};

/// Where else to look for sound bytes than in the vault itself.
struct RepairRequest {
    /// Another copy of the vault, or a folder with those of a cluster's nodes; empty for none.
    std::filesystem::path from = {};
};

/// What came of each damage, and what is left.
struct RepairReport {
    std::vector<DamageReport> repaired;     ///< `what`: from where
    std::vector<DamageReport> quarantined;  ///< `what`: why
    std::vector<DamageReport> hindered;     ///< runs that could not be looked at, and why
    VerifyReport after;
};

}  // namespace stepvault
