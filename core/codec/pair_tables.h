// The symbol model of scheme `adaptive`: levels of -7 to 7 and an escape, two to a symbol, by context.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// A level as stored in half a symbol: level + 8, or 0 for a level beyond -7 ... 7 (it follows elsewhere).
constexpr unsigned level_codes = 16;
constexpr unsigned escape_code = 0;
constexpr int largest_level = 7;

/// How often each level code occurs in a context; sums are positive and at most 2^16.
using LevelWeights = std::array<std::uint16_t, level_codes>;

/// Frequencies of the 256 pairs (first code in the low half), summing to 2^12. Pairs too rare for a frequency
/// of their own have 0; symbol 0 stands for them, and the pair follows as a raw byte.
class PairTable {
 public:
    static constexpr unsigned precision = 12;  ///< bits
    static constexpr std::uint32_t total = 1U << precision;
    static constexpr std::uint8_t raw_pair = 0;

    /// Integers only: the same on every machine. A pair's share is the product of its codes' shares.
    explicit PairTable(const LevelWeights& weights);

    [[nodiscard]] std::uint32_t frequency(std::uint8_t symbol) const { return frequencies_[symbol]; }
    [[nodiscard]] std::uint32_t start(std::uint8_t symbol) const { return starts_[symbol]; }

 private:
    std::array<std::uint16_t, 256> frequencies_{};
    std::array<std::uint16_t, 256> starts_{};
};

/// Codes pairs by their contexts' tables: rANS (Duda, arXiv 1311.2540) with states in [2^16, 2^32),
/// renormalized by 16 bits, many in turn, so that a vector unit can run them side by side. Immutable, and
/// thread-safe.
class PairCoder {
 public:
    explicit PairCoder(std::span<const LevelWeights> weights);

    /// A key is context << 8 | pair. Pairs that the context's table lacks are coded as raw_pair; their
    /// positions are returned, the last first.
    std::vector<std::uint32_t> encode(std::span<const std::uint16_t> keys, ByteWriter& out) const;
    /// ErrorCode::corrupt where `coded` does not end where the last symbol does.
    Status decode(ByteView coded, std::span<const std::uint8_t> contexts,
                  std::span<std::uint8_t> symbols) const;

 private:
    const std::uint32_t* decode_table() const;

    std::vector<std::uint32_t> encode_;  ///< 256 for each context, as encode_pairs() takes them
    // Who only encodes, or only opens a file, does without: 4096 for each context, as decode_pairs() takes
    // them.
    mutable std::once_flag once_;
    mutable std::vector<std::uint32_t> slots_;
};

/// States that take turns: few where so few symbols would not pay for many.
constexpr std::size_t lanes_for(std::size_t symbols) {
    return symbols >= 8192 ? 32 : symbols >= 64 ? 4 : 1;
}

}  // namespace stepvault
