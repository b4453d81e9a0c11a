// The bucket set of scheme `lc` for one group of tensors: which buckets are kept, what stands for them, and
// how the symbols are coded. LC-Checkpoint (arXiv 2009.13003), stages P and H.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "codec/bucket_statistics.h"
#include "codec/huffman_cache.h"
#include "container/dtype.h"

namespace stepvault {

/// The value that represents a bucket. The paper's text says midrange; public codes take the mean.
enum class Representative : std::uint8_t { midrange, mean };

/// Symbols 0 ... n-1 are kept buckets, ordered by the magnitude of their representatives, largest first
/// (positive before negative where equal); symbol n says that the element did not change.
struct LcTable {
    std::vector<BucketKey> kept;
    std::vector<double> representatives;  ///< of each kept bucket, signed; a float's value but for f64
    std::vector<std::uint8_t> lengths;    ///< Huffman code lengths, n + 1 of them

    [[nodiscard]] std::size_t unchanged() const { return kept.size(); }

    /// Keeps the 2^bits - 1 buckets of largest exponent. `bits` from 1 to 8. `codes`: code lengths of earlier
    /// tables of the same `group` may do; null: always the best ones.
    static LcTable build(const BucketStatistics& statistics, unsigned bits, DType dtype,
                         Representative representative = Representative::midrange,
                         HuffmanCache* codes = nullptr, const std::string& group = {});

    /// The relative error that coding the deltas behind `statistics` by this table leaves, rounding aside.
    [[nodiscard]] double relative_error(const BucketStatistics& statistics) const;
    /// The lag that it leaves (LossFigures::lag()).
    [[nodiscard]] double lag(const BucketStatistics& statistics) const;

    void write(ByteWriter& out, DType dtype) const;
    static Result<LcTable> read(ByteReader& in, DType dtype);
};

}  // namespace stepvault
