// Reads the contents of the page Compare. Runs on a worker thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "library/services/vault_handle.h"
#include "ui/models/comparison.h"
#include "ui/session/metric_curves.h"
#include "vault/records/run_hyperparameters.h"

namespace stepvault::ui {

struct ComparedRequest {
    struct Run {
        RunInfo info;
        std::size_t color = 0;
        std::shared_ptr<const RunHyperparameters> params = {};  ///< nullptr for none
    };
    std::vector<Run> runs;
    bool joinsSeeds = false;  ///< see joinSeeds()
    std::string tag;          ///< where it is none of those that can be compared, the first of these
};

/// Used by one job at a time. Curves that have not grown are not read again. Runs that cannot be read, such
/// as those of a machine whose connection is lost, stay as they were read last.
class ComparisonReader {
 public:
    explicit ComparisonReader(std::shared_ptr<VaultHandle> library)
        : library_(std::move(library)), curves_(library_) {}

    /// An error if nothing is known of any run.
    Result<Comparison> read(const ComparedRequest& request, const JobContext& job);

 private:
    struct Facts {
        std::vector<SeriesRow> series = {};
        std::optional<double> error = {};  ///< of the newest checkpoint
    };

    Result<Facts> readFacts(const std::string& run);

    std::shared_ptr<VaultHandle> library_;
    MetricCurves curves_;
    std::map<std::string, Facts> known_;  ///< by run
};

}  // namespace stepvault::ui
