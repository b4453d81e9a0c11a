// Counts deltas of floats by sign, exponent and the first bits of the fraction: the figures of each bucket at
// the price of one addition a delta. Uses the widest vectors that the CPU has; as all sums are of integers,
// the figures are the same on every CPU and for every order of the elements. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "codec/bucket_statistics.h"

namespace stepvault {

/// Half a megabyte: keep one for each thread.
class DeltaTally {
 public:
    DeltaTally();

    /// With more the sums could overflow.
    static constexpr std::size_t most_elements = 65536;

    /// Deltas values[i] - base[i] of two arrays of `n` floats. Elements with equal bits, and deltas of 0, are
    /// zeros.
    void add(const std::byte* values, const std::byte* base, std::size_t n);

    /// Statistics since the last call. Counts, sums and ranges are exact. Squares are for the bits of the
    /// fraction that are counted; for the rest it is assumed that they are spread evenly, which leaves a
    /// sum of squares with a relative error below 1e-5 (denormals apart), and far below with many deltas.
    BucketStatistics take();

    // The vector code and the class share these.
    static constexpr std::size_t step = 128;  ///< elements that are done at a time
    static constexpr unsigned rest_bits = 16;
    static constexpr std::size_t bins = 1U << (23 - rest_bits);  ///< of a bucket
    static constexpr unsigned sum_bits = 40;
    static constexpr std::uint64_t one_delta = std::uint64_t{1} << sum_bits;
    static constexpr std::uint32_t escape = 0x7F800000;  ///< stands for all that is not finite
    static constexpr std::uint32_t zero = 0x7FC00000;
    struct Table {
        /// Number of deltas and, in the lowest `sum_bits`, sum of their last `rest_bits`.
        std::array<std::uint64_t, std::size_t{1} << (32 - rest_bits)> bins;
        /// By bucket: the lowest fraction in units of the last place, ~0 before the first; highest - lowest.
        std::array<std::uint32_t, 512> lowest;
        std::array<std::uint32_t, 512> width;
    };
    /// For a delta outside its bucket's range.
    void widen(std::uint32_t delta);

 private:
    void take_bucket(std::size_t bucket, BucketStatistics& result);

    std::unique_ptr<Table> table_;
    std::vector<std::size_t> used_;  ///< buckets with a range
};

}  // namespace stepvault
