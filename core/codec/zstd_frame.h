// zstd by its stable API, plus the one experimental parameter that makes it a Huffman coder.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace stepvault {

enum class ZstdMode {
    huffman_only,  ///< no matches: best on the sign and exponent planes of floats (formats of zstd stay
                   ///< standard)
    fast,          ///< level 3
    small,         ///< level 19
};

/// `prefix`: bytes that matches may refer to; the same must be given for decompressing.
Bytes zstd_compress(ByteView input, ZstdMode mode, ByteView prefix = {});
/// Fills `out` exactly; ErrorCode::corrupt otherwise.
Status zstd_decompress(ByteView frame, MutableByteView out, ByteView prefix = {});

}  // namespace stepvault
