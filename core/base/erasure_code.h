// Erasure code: computes `parity` extra blocks from `data` blocks; any `data` of all blocks restore the rest.
//
// Systematic Reed-Solomon over GF(2^8), byte by byte. Elements are polynomials over GF(2) modulo x^8 + x^4 +
// x^3 + x^2 + 1 (0x11D), where bit i is the coefficient of x^i; addition is xor. At each byte position,
// parity block i is the sum over j of C(i, j) times data block j, with the Cauchy matrix
//     C(i, j) = 1 / ((data + i) xor j),  0 <= i < parity,  0 <= j < data
// Every square part of C can be inverted. C depends on nothing else, and the result is bit-identical on every
// CPU.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault {

/// Blocks are numbered from 0, data first, then parity. Blocks may lie at any address; outputs must not
/// overlap any other block. Immutable after construction, so threads may share it.
class ErasureCode {
 public:
    static constexpr std::uint32_t most_blocks = 255;

    /// 1 <= data, 0 <= parity, data + parity <= most_blocks; invalid_argument otherwise.
    static Result<ErasureCode> create(std::uint32_t data, std::uint32_t parity);

    [[nodiscard]] std::uint32_t data() const { return data_; }
    [[nodiscard]] std::uint32_t parity() const { return parity_; }

    /// All blocks, in both lists, have the same length; the numbers of blocks are those given to create().
    void encode(std::span<const ByteView> data, std::span<const MutableByteView> parity) const;

    /// Adds the contribution of one data block to the parity. Starting from zeros, and adding each data block
    /// once in any order, gives the result of encode(). A block shorter than the parity counts as padded with
    /// zeros. Since addition is xor, adding (old xor new) turns the parity of an old block into that of a new
    /// one. Each call takes all parity through the cache again, so encode() is faster where all data is at
    /// hand.
    void encode_add(std::uint32_t data_index, ByteView block, std::span<const MutableByteView> parity) const;

    /// Rebuilds the blocks whose numbers are in `missing`, in that order, into `out`. `blocks` has an entry
    /// for each block, nullopt for lost blocks; blocks and `out` have the same length. Present blocks are
    /// trusted: pass a block that fails its checksum as lost. ErrorCode::corrupt if fewer than data() blocks
    /// are left; invalid_argument if the lists do not fit together. `out` is untouched after either error.
    [[nodiscard]] Status rebuild(std::span<const std::optional<ByteView>> blocks,
                                 std::span<const std::uint32_t> missing,
                                 std::span<const MutableByteView> out) const;

 private:
    ErasureCode(std::uint32_t data, std::uint32_t parity);

    std::uint32_t data_;
    std::uint32_t parity_;
    std::vector<std::uint8_t> tables_;  ///< ISA-L's tables for C
};

}  // namespace stepvault
