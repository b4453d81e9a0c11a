// The contents of the page Vault, as read at one moment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "library/catalog/catalog.h"
#include "library/retention/pruning.h"
#include "library/summary/run_info.h"
#include "notify/disk_space.h"
#include "vault/originals/trash.h"

namespace stepvault::ui {

struct VaultRun {
    RunInfo info;
    std::size_t color = 0;                        ///< see seriesPen()
    std::vector<CheckpointRow> checkpoints = {};  ///< by step
    std::vector<std::string> tags = {};           ///< of its metrics
};

struct VaultView {
    std::filesystem::path folder;
    std::vector<VaultRun> runs = {};     ///< by name
    std::vector<TrashEntry> trash = {};  ///< the oldest removal first
    std::optional<DiskSpace> disk = {};  ///< none where it could not be asked
    RetentionRules rules = {};           ///< the vault's own
    std::optional<double> parity = {};   ///< percent of the step files; nullopt for none

    [[nodiscard]] std::uint64_t stored() const;
    [[nodiscard]] std::uint64_t original() const;
    /// nullptr for none of this id.
    [[nodiscard]] const VaultRun* find(const std::string& id) const;
};

/// The content of a set of removals.
struct TrashSum {
    std::uint64_t checkpoints = 0;  ///< those that cannot be read, too
    std::uint64_t originals = 0;    ///< files of runs' own folders
    std::uint64_t bytes = 0;
};
TrashSum sumOf(const std::vector<TrashEntry>& trash);

}  // namespace stepvault::ui
