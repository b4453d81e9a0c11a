// The inner loops of lc_coder.h on floats, for tables that are small enough to be searched. Uses the widest
// vectors that the CPU has; the bits are the same on every CPU. Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codec/lc_table.h"

namespace stepvault {

class LcVectors {
 public:
    static constexpr std::size_t most_kept = 15;
    /// Elements are done by so many at a time.
    static constexpr std::size_t step = 16;

    /// The table has at most `most_kept` buckets. `non_negative`: what would fall below 0 becomes 0.
    LcVectors(const LcTable& table, bool non_negative);

    enum class Outcome : std::uint8_t {
        unchanged,   ///< every symbol says so
        changed,     ///< there are other symbols
        not_finite,  ///< so is a delta or a result; what was written is void
    };
    /// Symbols of values - base, and what they restore to. `count` is a multiple of `step`.
    Outcome quantize(const std::byte* values, const std::byte* base, std::size_t count, std::byte* restored,
                     std::uint8_t* symbols) const;
    /// Restores elements from their symbols and the base.
    void restore(const std::uint8_t* symbols, const std::byte* base, std::size_t count,
                 std::byte* restored) const;

    std::uint32_t kept = 0;
    bool clamp = false;
    std::uint32_t lowest = ~0U;  ///< bits of the lowest magnitude in a kept bucket, less the sign
    std::array<std::uint32_t, most_kept> buckets{};  ///< sign and exponent as a float has them
    std::array<float, most_kept> representatives{};
};

}  // namespace stepvault
