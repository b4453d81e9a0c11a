#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QString>

#include "library/library.h"
#include "run/interruptions.h"
#include "run/loss_trouble.h"
#include "ui/models/run_entry.h"
#include "ui/vault/vault_view.h"

namespace stepvault::ui {

/// All that the page of a run shows, read at one moment.
struct RunSnapshot {
    RunInfo info;
    std::vector<CheckpointRow> checkpoints;
    std::vector<SeriesRow> series;
    std::string tag;                                         ///< of `points`; empty for none
    std::shared_ptr<const std::vector<SeriesPoint>> points;  ///< by step; none where there is no tag
    std::vector<LossTrouble> troubles;                       ///< of `points`, where they are the primary loss
    std::vector<Interruption> interruptions;                 ///< of `points`
    std::vector<RetentionDecision>
        retention;  ///< of each checkpoint, by the vault's rules; empty without any
    RetentionRules rules;
    std::vector<std::int64_t> planned;  ///< the next steps to save, by the plan in the run's folder

    [[nodiscard]] std::span<const SeriesPoint> curve() const {
        return points ? std::span<const SeriesPoint>(*points) : std::span<const SeriesPoint>();
    }
};

/// All that the window shows of a vault.
struct VaultSnapshot {
    std::uint64_t version = 0;
    std::vector<RunEntry> runs;
    std::uint64_t vaultBytes = 0;   ///< of all files in the vault's folder
    std::optional<DiskSpace> disk;  ///< that the vault lies on; none where it could not be asked
    std::optional<RunSnapshot> run;
};

}  // namespace stepvault::ui
