// The inner loops of PairCoder where 32 states take turns. Uses the widest vectors that the CPU has; the bits
// are the same on every CPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stepvault {

constexpr std::size_t pair_lanes = 32;

using PairStates = std::array<std::uint32_t, pair_lanes>;

/// As PairCoder's tables have a pair to be coded: frequency | start << 12 | unknown << 31. One without a
/// frequency of its own has raw_pair's, and `unknown`.
constexpr std::uint32_t unknown_pair = 1U << 31;

/// Codes `keys` (context << 8 | pair; `count` is a multiple of 32) from the last to the first. Words are
/// written in the order in which they come, that is the last of the stream first; there is room for
/// count + 32. Bit i of unknown[k] is set where pair 31 - i of the k-th 32 is unknown. Returns the number of
/// words.
std::size_t encode_pairs(const std::uint32_t* table, const std::uint16_t* keys, std::size_t count,
                         PairStates& states, std::uint16_t* words, std::uint32_t* unknown);

/// Decodes symbols in groups of 32 as long as there are 64 bytes left in `coded`, and returns how many, and
/// in `used` the bytes they took. `count` is a multiple of 32; `table`: of 4096 slots a
/// context, each pair | frequency << 8 | (slot - start) << 20.
std::size_t decode_pairs(const std::uint32_t* table, const std::uint8_t* contexts, std::size_t count,
                         const std::byte* coded, std::size_t size, PairStates& states, std::uint8_t* symbols,
                         std::size_t& used);

}  // namespace stepvault
