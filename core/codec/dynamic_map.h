// The 8-bit codes in which bitsandbytes and torchao keep an optimizer's moments: a code names a value of a
// fixed table, which counts relative to the largest value of its block of elements (arXiv 2110.02861).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace stepvault {

/// The values of the 256 codes, in ascending order: seven decades up to 1, each with twice as many values as
/// the one below. FORMAT.md, "Dynamic codes".
class DynamicMap {
 public:
    explicit constexpr DynamicMap(bool has_sign);

    [[nodiscard]] float value(std::uint8_t code) const { return values_[code]; }
    /// The lower one where two are equally near. A NaN counts as the infinity of its sign.
    [[nodiscard]] std::uint8_t nearest(float value) const {
        std::uint8_t code = first_[std::bit_cast<std::uint32_t>(value) >> bits_below_bin];
        for (int i = 0; i < most_borders_of_bin; ++i)
            code = static_cast<std::uint8_t>(code + (value > borders_[code] ? 1 : 0));
        return code;
    }
    /// True for the table as a framework stores it, whose arithmetic rounds differently.
    [[nodiscard]] bool matches(std::span<const float> table) const;

 private:
    static constexpr unsigned bits_below_bin = 18;  ///< bins are octaves, in 32 parts
    static constexpr int most_borders_of_bin = 3;

    std::array<float, 256> values_{};
    std::array<float, 256> borders_{};  ///< between each code and the next; none above the last
    std::array<std::uint8_t, std::size_t{1} << (32 - bits_below_bin)> first_{};  ///< least code of a bin
};

extern const DynamicMap signed_dynamic_map;    ///< -0.993 to 1; code 127 is 0
extern const DynamicMap unsigned_dynamic_map;  ///< 0 to 1

}  // namespace stepvault
