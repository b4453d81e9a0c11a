// Scheme `exact` on a chunk: values or their difference to the base, split into byte planes, each plane by
// zstd.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace stepvault {

/// How a chunk is stored. The numbers are stored in step files; append only.
enum class ChunkMode : std::uint8_t {
    same = 0,          ///< equal to the base (to zeros where there is none); no bytes
    plain_planes = 1,  ///< byte planes of the values
    xor_planes = 2,    ///< byte planes of value XOR base
    sub_planes = 3,    ///< byte planes of zigzag(value - base), as integers of the element's size
    lc = 4,            ///< lc_coder.h
    zstd = 5,          ///< one zstd frame
    zstd_prefix = 6,   ///< one zstd frame with the base as prefix
    stored = 7,        ///< the bytes themselves
    adaptive = 8,      ///< adaptive_coder.h
    runs = 9,          ///< runs_coder.h
    changes = 10,      ///< changes_coder.h
};

/// True where decoding needs the base.
constexpr bool needs_base(ChunkMode mode) {
    return mode == ChunkMode::same || mode == ChunkMode::xor_planes || mode == ChunkMode::sub_planes ||
           mode == ChunkMode::lc || mode == ChunkMode::zstd_prefix || mode == ChunkMode::adaptive ||
           mode == ChunkMode::runs || mode == ChunkMode::changes;
}

/// A chunk's bits, and how they came to be.
struct CodedChunk {
    ChunkMode mode = ChunkMode::same;
    Bytes bytes;
};

/// `values` holds elements of `item_size` bytes (1, 2, 4, 8 or 16); `base` as many, or none. Chooses the
/// predictor by the entropy of a sample of the chunk.
CodedChunk encode_exact(ByteView values, ByteView base, std::uint32_t item_size);

/// Only by ChunkMode::changes: nullopt where that takes more than `most` bytes, or too many elements changed.
std::optional<CodedChunk> encode_exact_changes(ByteView values, ByteView base, std::uint32_t item_size,
                                               std::size_t most);

/// Bytes of no known structure, such as skeletons: zstd, with the base as prefix where there is one. `base`
/// may have another size than `values`. `large`: part of so many bytes that speed matters more than the last
/// percent.
CodedChunk encode_bytes(ByteView values, ByteView base, bool large);

/// Undoes both, for every mode but lc, adaptive and runs. ErrorCode::corrupt where `coded` does not fit the
/// size of `out`.
Status decode_exact(ChunkMode mode, ByteView coded, ByteView base, std::uint32_t item_size,
                    MutableByteView out);

}  // namespace stepvault
