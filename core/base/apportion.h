// Proportions in integers, the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

/// Holds a product of two counts of bytes, tensors or weights without overflow.
__extension__ typedef unsigned __int128 Wide;

/// total * part / whole, rounded down; `part` is at most `whole`, which is not zero.
constexpr std::uint64_t share_of(std::uint64_t total, std::uint64_t part, std::uint64_t whole) {
    return static_cast<std::uint64_t>(Wide{total} * part / whole);
}
/// total * part / whole, rounded to the nearest.
constexpr std::uint64_t rounded_share_of(std::uint64_t total, std::uint64_t part, std::uint64_t whole) {
    return static_cast<std::uint64_t>((Wide{total} * part * 2 + whole) / (Wide{whole} * 2));
}

/// Splits `total` in proportion to `weights` by largest remainders: each part is its proportion rounded up or
/// down, and the parts sum up to `total`. Among equal remainders, the first is rounded up. The sum of the
/// weights is not zero.
std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const std::uint32_t> weights);

}  // namespace stepvault
