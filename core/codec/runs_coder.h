// Schemes `topn` and `scar` on a chunk: chosen elements as they are, all others as in the base.
#pragma once

#include "base/bytes.h"
#include "codec/importance.h"

namespace stepvault {

/// Codes the elements of `runs` (ascending, apart), each of `item_size` bytes, and writes what decode_runs()
/// will give into `restored`. Empty without runs.
Bytes encode_runs(ByteView values, ByteView base, std::uint32_t item_size, std::span<const Run> runs,
                  MutableByteView restored);

/// Bytes that encode_runs() writes.
std::uint64_t encoded_size(std::span<const Run> runs, std::uint32_t item_size);

/// ErrorCode::corrupt where `coded` does not fit the size of `out`, which is that of `base`.
Status decode_runs(ByteView coded, ByteView base, std::uint32_t item_size, MutableByteView out);

}  // namespace stepvault
