// Scheme `lc` on a chunk: deltas against the state the step before restores to, quantized by a bucket table
// and Huffman-coded. Error feedback lies in the base: it is what was restored, never what was trained.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "codec/lc_table.h"
#include "codec/loss_figures.h"

namespace stepvault {

/// A part of a chunk whose elements share a table. The segments of a chunk follow each other without gaps.
struct LcSegment {
    std::size_t count = 0;           ///< elements
    const LcTable* table = nullptr;  ///< not owned
    bool non_negative = false;       ///< second moments: what would fall below 0 becomes 0
};

/// Codes `values` against `base` (both of the same size, elements of `dtype`) and writes what decode_lc()
/// will give into `restored`. Elements whose delta or result is not finite are kept exactly. Empty: every
/// element is unchanged.
Bytes encode_lc(DType dtype, ByteView values, ByteView base, std::span<const LcSegment> segments,
                MutableByteView restored);

/// ErrorCode::corrupt where `coded` does not fit the segments and the size of `out`.
Status decode_lc(DType dtype, ByteView coded, ByteView base, std::span<const LcSegment> segments,
                 MutableByteView out);

}  // namespace stepvault
