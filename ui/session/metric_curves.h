#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "library/services/vault_handle.h"
#include "ui/models/comparison.h"

namespace stepvault::ui {

/// Reads curves for small or shared charts, long ones thinned out. Keeps them, and reads a curve again only
/// after it has grown. Used by one job at a time.
class MetricCurves {
 public:
    using Curve = std::shared_ptr<const ComparedCurve>;

    explicit MetricCurves(std::shared_ptr<VaultHandle> library) : library_(std::move(library)) {}

    /// `run`: id.
    Result<Curve> read(const std::string& run, const SeriesRow& series);
    /// The curve as it was read last; nullptr if it never was.
    [[nodiscard]] Curve known(const std::string& run, const std::string& tag) const;

 private:
    struct Known {
        std::uint64_t points = 0;
        std::int64_t lastStep = 0;
        Curve curve;
    };

    Result<Curve> readAnew(const std::string& run, const SeriesRow& series);

    std::shared_ptr<VaultHandle> library_;
    std::map<std::pair<std::string, std::string>, Known> known_;  ///< by run and tag
};

}  // namespace stepvault::ui
