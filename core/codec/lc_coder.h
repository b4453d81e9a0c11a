// Scheme `lc` on a chunk: deltas against the state the step before restores to, quantized by a bucket table
// and Huffman-coded. Error feedback lies in the base: it is what was restored, never what was trained.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "codec/lc_table.h"

namespace stepvault {

/// A part of a chunk whose elements share a table. The segments of a chunk follow each other without gaps.
struct LcSegment {
    std::size_t count = 0;           ///< elements
    const LcTable* table = nullptr;  ///< not owned
    bool non_negative = false;       ///< second moments: what would fall below 0 becomes 0
};

/// What quantizing cost, over elements that are finite in the original and in the base.
struct LossFigures {
    double lost = 0;     ///< sum of (u - u~)^2
    double changed = 0;  ///< sum of (u - base)^2
    double max_abs = 0;  ///< largest |u - u~|

    void merge(const LossFigures& other);
    [[nodiscard]] double relative_error() const;  ///< sqrt(lost / changed), 0 where nothing changed
};

/// Adds the figures of `restored` against `values`, element by element.
LossFigures loss_figures(DType dtype, const std::byte* values, const std::byte* base,
                         const std::byte* restored, std::size_t count);

/// Codes `values` against `base` (both of the same size, elements of `dtype`) and writes what decode_lc()
/// will give into `restored`. Elements whose delta or result is not finite are kept exactly. Empty: every
/// element is unchanged.
Bytes encode_lc(DType dtype, ByteView values, ByteView base, std::span<const LcSegment> segments,
                MutableByteView restored);

/// ErrorCode::corrupt where `coded` does not fit the segments and the size of `out`.
Status decode_lc(DType dtype, ByteView coded, ByteView base, std::span<const LcSegment> segments,
                 MutableByteView out);

}  // namespace stepvault
