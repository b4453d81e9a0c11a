#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QString>

#include "library/retention/pruning.h"
#include "library/summary/run_info.h"
#include "run/interruptions.h"
#include "run/loss_trouble.h"
#include "ui/models/run_entry.h"
#include "ui/models/vault_view.h"

namespace stepvault::ui {

/// One metric of a run.
struct MetricCurve {
    std::vector<SeriesPoint> points = {};    ///< by step
    std::vector<LossTrouble> troubles = {};  ///< where it is the primary loss
    std::vector<Interruption> interruptions = {};
};

/// A metric that is shown beside another one; unchanged ones are the same object as before.
struct NamedCurve {
    std::string tag;
    std::shared_ptr<const MetricCurve> curve;

    bool operator==(const NamedCurve&) const = default;
};

/// All that the page of a run shows, read at one moment.
struct RunSnapshot {
    RunInfo info;
    std::vector<CheckpointRow> checkpoints;
    std::vector<SeriesRow> series;
    std::string tag;  ///< of `metric`; empty for none
    /// There may be millions of points: an unchanged part is the same object as in the former snapshot.
    /// nullptr for none.
    std::shared_ptr<const MetricCurve> metric = {};
    std::vector<NamedCurve> beside = {};  ///< other metrics in the same chart
    std::vector<RetentionDecision>
        retention;  ///< of each checkpoint, by the vault's rules; empty without any
    RetentionRules rules;
    std::vector<std::int64_t> planned;  ///< the next steps to save, by the plan in the run's folder

    [[nodiscard]] std::span<const SeriesPoint> curve() const {
        return metric ? std::span<const SeriesPoint>(metric->points) : std::span<const SeriesPoint>();
    }
    /// nullptr where the loss goes well, or came back.
    [[nodiscard]] const LossTrouble* trouble() const {
        const bool isThere = metric && !metric->troubles.empty() && !metric->troubles.back().over;
        return isThere ? &metric->troubles.back() : nullptr;
    }
    /// The newest checkpoint from before the trouble; nullptr without trouble, and where there is none.
    [[nodiscard]] const CheckpointRow* lastGood() const {
        const CheckpointRow* good = nullptr;
        for (const CheckpointRow& row : checkpoints) {
            if (trouble() != nullptr && row.step < trouble()->step &&
                (good == nullptr || row.step >= good->step))
                good = &row;
        }
        return good;
    }
};

/// All that the window shows of a vault.
struct VaultSnapshot {
    std::uint64_t version = 0;
    std::vector<RunEntry> runs;
    std::optional<DiskSpace> disk;  ///< that the vault lies on; none where it could not be asked
    std::optional<RunSnapshot> run;
};

}  // namespace stepvault::ui
