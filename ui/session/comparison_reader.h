// Reads what the page that compares runs shows. Runs on a worker thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "library/services/vault_handle.h"
#include "ui/session/comparison.h"

namespace stepvault::ui {

struct ComparedRequest {
    struct Run {
        RunInfo info;
        std::size_t color = 0;
    };
    std::vector<Run> runs;
    std::string tag;  ///< where it is none of those that can be compared, the first of these
};

/// Used by one job at a time. Curves that have not grown are not read again.
class ComparisonReader {
 public:
    explicit ComparisonReader(std::shared_ptr<VaultHandle> library) : library_(std::move(library)) {}

    Result<Comparison> read(const ComparedRequest& request, const JobContext& job);

 private:
    using Curve = std::shared_ptr<const ComparedCurve>;

    struct Known {
        std::uint64_t points = 0;
        std::int64_t lastStep = 0;
        Curve curve;
    };

    Result<Curve> curve(const std::string& run, const SeriesRow& series);
    Result<Curve> readCurve(const std::string& run, const SeriesRow& series);

    std::shared_ptr<VaultHandle> library_;
    std::map<std::pair<std::string, std::string>, Known> known_;  ///< by run and tag
};

}  // namespace stepvault::ui
