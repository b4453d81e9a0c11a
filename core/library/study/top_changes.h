// Predicts what scheme `topn` keeps, from the statistics of the deltas.
#pragma once

#include <cstdint>

#include "codec/bucket_statistics.h"

namespace stepvault {

/// The deltas of a bucket that have at least some magnitude.
struct BucketPart {
    double count = 0;
    double squares = 0;  ///< sum of their squares
};

/// Assumes a distribution of the deltas between the smallest and the largest of their bucket that has the
/// known mean.
BucketPart part_beyond(const BucketFigures& figures, double least);

/// Tensors that share a budget: the largest of all their changes are kept, with their places.
class TopChanges {
 public:
    /// `budget`: share of the tensors' bytes, above 0 and up to 1.
    explicit TopChanges(double budget) : budget_(budget) {}

    void add(const BucketStatistics& statistics, std::uint64_t elements, std::uint64_t bytes);
    /// Finds the smallest change that is kept. Call it after all tensors are added.
    void cut();
    [[nodiscard]] double least() const { return least_; }

    struct Kept {
        double bits = 0;
        double lost = 0;  ///< sum of squared errors
    };
    /// The prediction for one of the tensors.
    [[nodiscard]] Kept kept_of(const BucketStatistics& statistics, std::uint64_t elements,
                               std::uint64_t bytes) const;

 private:
    [[nodiscard]] double cost_beyond(double least) const;

    double budget_;
    double bytes_ = 0;
    std::map<std::uint64_t, BucketStatistics> by_size_;  ///< merged, by bytes per element
    double least_ = 0;
};

}  // namespace stepvault
