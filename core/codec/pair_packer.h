// A block's levels to pairs with their contexts, and back. Uses the widest vectors that the CPU has; the bits
// are the same on every CPU. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "codec/adaptive_model.h"

namespace stepvault {

using BlockLevels = std::array<std::int32_t, block_size>;

/// By the tables that a model has for each context.
class PairPacker {
 public:
    static constexpr std::size_t most_pairs = block_size / 2;

    explicit PairPacker(const std::array<std::uint8_t, context_count>& table_of);

    /// One bit for each element of a block, in the order of coding.
    using Set = std::array<std::uint64_t, block_size / 64>;

    /// Writes a key (table << 8 | pair) for each pair of the block; may write up to most_pairs. Returns which
    /// elements are escapes.
    Set pack(const BlockLevels& levels, const BlockOrder::Block& block, int block_class,
             std::uint16_t* keys) const;
    /// Writes the table of each pair of the block; may write up to most_pairs.
    void tables(const BlockOrder::Block& block, int block_class, std::uint8_t* out) const;
    /// Levels of the block's pairs; -8 for an escape. May read up to most_pairs.
    static void unpack(const std::uint8_t* pairs, const BlockOrder::Block& block, BlockLevels& levels);
    /// Appends the positions of pairs with an escape, and of raw_pair.
    static void find_escapes(const std::uint8_t* pairs, std::size_t count,
                             std::vector<std::uint32_t>& positions);

 private:
    static constexpr int lowest_shift = -8;
    /// For each class without low bits the table of each shift of a context.
    std::array<std::array<std::uint8_t, 16>, context_count> rows_{};
};

}  // namespace stepvault
