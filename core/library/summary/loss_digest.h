// What the list of runs needs to know of a loss curve, without reading all of it.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "library/catalog/catalog.h"

namespace stepvault {

/// The median gap is one between so many.
constexpr std::size_t recent_times = 64;

/// What a list of runs tells of a loss.
struct LossDigest {
    std::optional<double> last;      ///< value
    std::optional<double> latest;    ///< time of a point, seconds since the epoch
    std::optional<double> interval;  ///< seconds, the median between the newest recent_times points
    bool diverged = false;           ///< has_diverged() of all its values
};

/// Reads the summaries of the curve's blocks, and of the points only those that decide.
Result<LossDigest> digest_losses(Catalog& catalog, const std::string& run_id, const std::string& tag);

/// Keeps them as long as the curves are as they were. Thread-safe.
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
    std::map<std::string, Known> known_;  ///< by run
};

/// Between the newest recent_times of `times`, those that are not known (0) left out; nullopt for fewer than
/// two.
std::optional<double> median_gap(std::vector<double> times);

}  // namespace stepvault
