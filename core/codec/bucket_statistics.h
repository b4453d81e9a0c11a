// Statistics of deltas by (sign, exponent) bucket, taken before quantizing. From them `lc` at every bit width
// and the error of removing any bucket are known without the data. LC-Checkpoint (arXiv 2009.13003), stage E.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "base/bytes.h"
#include "codec/element.h"

namespace stepvault {

/// Statistics of the magnitudes of the deltas in one bucket.
struct BucketFigures {
    std::uint64_t count = 0;
    double sum = 0;
    double sum_squares = 0;
    double min = 0;
    double max = 0;

    void add(double magnitude) {
        min = count == 0 ? magnitude : (magnitude < min ? magnitude : min);
        max = count == 0 ? magnitude : (magnitude > max ? magnitude : max);
        ++count;
        sum += magnitude;
        sum_squares += magnitude * magnitude;
    }
    void merge(const BucketFigures& other);
};

/// Names a bucket: values with this sign and magnitude in [2^exponent, 2^(exponent+1)), exponent being that
/// of the computing type (denormals fall into its lowest).
struct BucketKey {
    bool negative = false;
    std::int16_t exponent = 0;
    auto operator<=>(const BucketKey&) const = default;
};

/// Sums are added up in a fixed order by the callers, so that the same data give the same bits on every
/// machine.
struct BucketStatistics {
    std::map<BucketKey, BucketFigures> buckets;
    std::uint64_t zeros = 0;    ///< deltas of 0, unchanged bits included
    std::uint64_t escapes = 0;  ///< deltas that are not finite: kept exactly, in no bucket

    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] double sum_squares() const;  ///< over all buckets
    void merge(const BucketStatistics& other);
};

/// Statistics of value - base over two arrays of `count` elements in the bits of `dtype` (is_lossy_float).
/// For all types but f64 a sum of squares may be off by 1e-5 of itself (delta_tally.h) and no figure depends
/// on the order of the elements within 65536; f64 is added one element after another.
BucketStatistics delta_statistics(DType dtype, const std::byte* values, const std::byte* base,
                                  std::size_t count);

}  // namespace stepvault
