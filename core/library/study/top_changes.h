// What scheme `topn` keeps, where only the statistics of the deltas are known.
#pragma once

#include <cstdint>

#include "codec/bucket_statistics.h"

namespace stepvault {

/// Of the deltas of a bucket, those of at least some magnitude.
struct BucketPart {
    double count = 0;
    double squares = 0;  ///< their sum
};

/// Deltas are taken to lie between the smallest and the largest of their bucket, so spread that their mean is
/// the known one.
BucketPart part_beyond(const BucketFigures& figures, double least);

/// Tensors that share a budget: of all their changes the largest are kept, with their places.
class TopChanges {
 public:
    /// `budget`: of the tensors' bytes, above 0, up to 1.
    explicit TopChanges(double budget) : budget_(budget) {}

    void add(const BucketStatistics& statistics, std::uint64_t elements, std::uint64_t bytes);
    /// After all were added: finds the smallest change that is kept.
    void cut();
    [[nodiscard]] double least() const { return least_; }

    struct Kept {
        double bits = 0;
        double lost = 0;  ///< sum of squared errors
    };
    /// Of one of the tensors.
    [[nodiscard]] Kept kept_of(const BucketStatistics& statistics, std::uint64_t elements,
                               std::uint64_t bytes) const;

 private:
    [[nodiscard]] double cost_beyond(double least) const;

    double budget_;
    double bytes_ = 0;
    std::map<std::uint64_t, BucketStatistics> by_size_;  ///< merged, by bytes of an element
    double least_ = 0;
};

}  // namespace stepvault
