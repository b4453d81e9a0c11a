// The classes of blocks: how they follow from levels, and how a chunk's are stored. FORMAT.md, "adaptive".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/adaptive_model.h"

namespace stepvault {

/// The class of a block: `sum` of the magnitudes of its levels, `weight` as in BlockShape (the count where
/// there is no shape). lround(2 * log2(sum / weight)) + 15, at least 1, at most 63; 0 for a sum of 0.
int block_class(std::uint64_t sum, float weight);

/// The classes of a chunk's blocks as coded symbols; what does not fit them is appended to `raw`.
Bytes encode_classes(std::span<const std::uint8_t> classes, const AdaptiveModel& model, ByteWriter& raw);

/// ErrorCode::corrupt where `coded` does not fit the number of classes.
Status decode_classes(ByteView coded, const AdaptiveModel& model, ByteReader& raw,
                      std::span<std::uint8_t> classes);

}  // namespace stepvault
