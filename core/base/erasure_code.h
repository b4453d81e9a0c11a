// Erasure code: from `data` blocks it makes `parity` more, and any `data` of them all bring back the rest.
//
// Systematic Reed-Solomon over GF(2^8), byte by byte. Elements are polynomials over GF(2) modulo
// x^8 + x^4 + x^3 + x^2 + 1 (0x11D), bit i being the coefficient of x^i; addition is xor. Parity block i at
// any place is the sum over j of C(i, j) times data block j at that place, with the Cauchy matrix
//     C(i, j) = 1 / ((data + i) xor j),  0 <= i < parity,  0 <= j < data
// of which every square part can be inverted. It depends on nothing else, and the bits are those of any CPU.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault {

/// Blocks are numbered from 0, data first, then parity. They may lie at any address; outputs overlap nothing.
/// Constant once made: threads may share it.
class ErasureCode {
 public:
    static constexpr std::uint32_t most_blocks = 255;

    /// 1 <= data, 0 <= parity, data + parity <= most_blocks; invalid_argument otherwise.
    static Result<ErasureCode> create(std::uint32_t data, std::uint32_t parity);

    [[nodiscard]] std::uint32_t data() const { return data_; }
    [[nodiscard]] std::uint32_t parity() const { return parity_; }

    /// All blocks, in both lists, are of one length, and there are as many as create() was told.
    void encode(std::span<const ByteView> data, std::span<const MutableByteView> parity) const;

    /// Adds one data block's part to the parity. From zeros, and each data block once in any order, comes
    /// what encode() makes. A block shorter than the parity counts as if zeros followed it. Since addition is
    /// xor, old xor new turns the parity of an old block into that of a new one. Each block takes all parity
    /// through the cache again, so encode() is faster where all data is at hand.
    void encode_add(std::uint32_t data_index, ByteView block, std::span<const MutableByteView> parity) const;

    /// Makes the blocks with the numbers in `missing`, in that order, in `out`. `blocks` has an entry for
    /// each block, nullopt for those that are lost; they and `out` are of one length. A block that is there
    /// is taken to be right: give one that fails its checksum as lost. corrupt, if fewer than data() are
    /// left; invalid_argument, if the lists don't fit together. Neither touches `out`.
    [[nodiscard]] Status rebuild(std::span<const std::optional<ByteView>> blocks,
                                 std::span<const std::uint32_t> missing,
                                 std::span<const MutableByteView> out) const;

 private:
    ErasureCode(std::uint32_t data, std::uint32_t parity);

    std::uint32_t data_;
    std::uint32_t parity_;
    std::vector<std::uint8_t> tables_;  ///< ISA-L's, of C
};

}  // namespace stepvault
