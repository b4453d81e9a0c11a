// A vault's list of runs, read in one call: over a network each call costs a round trip.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "library/catalog/catalog.h"
#include "library/summary/run_info.h"
#include "notify/disk_space.h"
#include "retention/retention_rules.h"
#include "vault/records/run_hyperparameters.h"

namespace stepvault {

/// The caller's earlier results.
struct OverviewRequest {
    std::optional<std::uint64_t> version = {};  ///< of the catalog
    RetentionRules rules = {};                  ///< the vault's
    std::vector<RunRevision> runs = {};         ///< runs of these revisions are not read again
    std::uint32_t columns = 0;                  ///< of RunOverview::spark
};

/// A run that was read.
struct RunOverview {
    RunInfo info;
    /// The primary loss, oldest first: up to two values for each column of the chart.
    std::vector<double> spark = {};
    RunHyperparameters params = {};
};

/// The state of one run, as of now.
struct RunStanding {
    RunRevision revision;
    RunState state = RunState::idle;
    std::size_t part = 0;  ///< index in VaultOverview::parts; only JoinedVault sets it
};

/// One of the vaults that a JoinedVault shows.
struct VaultPart {
    std::string title;                  ///< unique among the parts
    std::optional<Error> failure = {};  ///< why the vault could not be read now; its last known runs stay
    std::optional<double> read = {};    ///< the last good reading, in seconds since the epoch

    [[nodiscard]] bool is_old() const { return failure.has_value(); }
};

/// The list of runs, with all that changed.
struct VaultOverview {
    std::uint64_t version = 0;
    RetentionRules rules;
    /// Version and rules are those of the request; nothing else was read then.
    bool is_unchanged = false;
    std::vector<RunStanding> runs = {};     ///< all, ordered by name
    std::vector<RunOverview> changed = {};  ///< in the same order
    std::optional<DiskSpace> disk = {};     ///< nullopt if the system does not tell
    std::vector<VaultPart> parts = {};      ///< of a JoinedVault; empty for a single vault
};

/// The stored checkpoints and the metrics of a run.
struct RunContents {
    std::vector<CheckpointRow> checkpoints;  ///< see Queries::checkpoints()
    std::vector<std::string> tags;
};

}  // namespace stepvault
