// Codes a chunk of which few elements changed: where they are, and by how much, near their entropy.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace stepvault {

/// Elements of `item_size` bytes (1, 2, 4 or 8), as unsigned integers; `values` and `base` have the same
/// size. nullopt where more than a quarter of them changed, or where the code would take more than `most`
/// bytes.
std::optional<Bytes> encode_changes(ByteView values, ByteView base, std::uint32_t item_size,
                                    std::size_t most);

/// `out` and `base` have the same size. ErrorCode::corrupt where `coded` does not fit it.
Status decode_changes(ByteView coded, ByteView base, std::uint32_t item_size, MutableByteView out);

}  // namespace stepvault
