// Summarizes a loss curve for the list of runs without reading all of its points.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "library/catalog/catalog.h"

namespace stepvault {

/// The number of newest times over which the median gap is taken.
constexpr std::size_t recent_times = 64;

/// The summary of a loss curve in a list of runs.
struct LossDigest {
    std::optional<double> last;      ///< value of the last point
    std::optional<double> lowest;    ///< of the finite values
    std::optional<double> latest;    ///< newest time of a point, seconds since the epoch
    std::optional<double> interval;  ///< median seconds between the newest recent_times points
    bool diverged = false;           ///< has_diverged() of all its values
};

/// Reads the summaries of the curve's blocks, and only those points on which the result depends.
Result<LossDigest> digest_losses(Catalog& catalog, const std::string& run_id, const std::string& tag);

/// Caches digests until their curves change. Thread-safe.
class LossDigests {
 public:
    explicit LossDigests(Catalog& catalog) : catalog_(catalog) {}
    Result<LossDigest> of(const std::string& run_id, const SeriesRow& series);

 private:
    struct Known {
        SeriesRow series;
        LossDigest digest;
    };
    Catalog& catalog_;
    std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, Known> known_;  ///< by run and tag
};

/// The median gap between the newest recent_times of `times`, without unknown times (0); nullopt for fewer
/// than two.
std::optional<double> median_gap(std::vector<double> times);

}  // namespace stepvault
