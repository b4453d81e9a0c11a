// Reads the contents of the page Compare. Runs on a worker thread.
#pragma once

#include <memory>
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

/// Used by one job at a time. Curves that have not grown are not read again.
class ComparisonReader {
 public:
    explicit ComparisonReader(std::shared_ptr<VaultHandle> library)
        : library_(std::move(library)), curves_(library_) {}

    Result<Comparison> read(const ComparedRequest& request, const JobContext& job);

 private:
    std::shared_ptr<VaultHandle> library_;
    MetricCurves curves_;
};

}  // namespace stepvault::ui
