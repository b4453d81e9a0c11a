// Scheme `adaptive` on a chunk: deltas against a prediction become levels, levels become pairs coded by
// context.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "codec/adaptive_model.h"
#include "container/dtype.h"

namespace stepvault {

/// A part of a chunk that belongs to one payload. The segments of a chunk follow each other without gaps.
struct AdaptiveSegment {
    std::size_t count = 0;                  ///< elements
    const PayloadModel* payload = nullptr;  ///< not owned
    std::uint64_t first = 0;                ///< element of the payload where the segment begins
};

/// Codes `values` against `base` (both of the same size, elements of `dtype`, is_lossy_float) and writes what
/// decode_adaptive() will give into `restored`, which must not overlap them. Elements that cannot be restored
/// finitely, and those of a logarithmic stream that are negative or become zero, are kept exactly. Empty:
/// every element is the base's.
Bytes encode_adaptive(DType dtype, ByteView values, ByteView base, std::span<const AdaptiveSegment> segments,
                      const AdaptiveModel& model, MutableByteView restored);

/// ErrorCode::corrupt where `coded` does not fit the segments and the size of `out`.
Status decode_adaptive(DType dtype, ByteView coded, ByteView base, std::span<const AdaptiveSegment> segments,
                       const AdaptiveModel& model, MutableByteView out);

/// The context of a pair: the class that is left when a block's low bits are stored apart, shifted.
constexpr unsigned pair_context(int block_class, int shift) {
    const int c = block_class - 2 * static_cast<int>(low_bits_of(block_class)) + shift;
    return static_cast<unsigned>(c < first_class ? first_class : c > unshifted_class ? unshifted_class : c);
}

}  // namespace stepvault
