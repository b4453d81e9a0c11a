// Reads the contents of the window. Runs on a worker thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "library/services/vault_handle.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// A request to read. Empty `run`: only the list.
struct SnapshotRequest {
    std::string run;
    std::string tag;                            ///< empty: the run's primary series
    std::vector<std::string> beside;            ///< tags of other metrics; the run need not have them
    std::optional<std::uint64_t> knownVersion;  ///< nothing is read while the catalog has this version
};

/// Used by one job at a time.
class SnapshotReader {
 public:
    explicit SnapshotReader(std::shared_ptr<VaultHandle> library) : library_(std::move(library)) {}

    /// nullopt where nothing changed. A run that has gone is left out.
    Result<std::optional<VaultSnapshot>> read(const SnapshotRequest& request, const JobContext& job);

 private:
    Result<std::optional<RunSnapshot>> readRun(const SnapshotRequest& request);
    /// The run as it was read last, if its vault cannot be read now.
    [[nodiscard]] std::optional<RunSnapshot> oldRun(const SnapshotRequest& request) const;
    /// Applies the vault's rules.
    void judge(RunSnapshot& run);
    Result<std::shared_ptr<const MetricCurve>> readMetric(const RunInfo& run, const SeriesRow& series);

    struct Known {
        std::int64_t revision = 0;
        RunEntry entry;
    };
    static void renew(Known& known, RunOverview run);

    std::shared_ptr<VaultHandle> library_;
    std::map<std::string, Known> entries_;  ///< by run
    RetentionRules rules_;                  ///< as they were read last
    struct KnownMetric {
        SeriesRow series;
        std::shared_ptr<const MetricCurve> curve;
    };
    std::map<std::string, KnownMetric> metrics_;  ///< by tag, of the run `metricsOf_`, as they were read last
    std::string metricsOf_;
    std::optional<RunSnapshot> lastRun_;
};

}  // namespace stepvault::ui
