#include "codec/dynamic_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepvault {

constexpr DynamicMap::DynamicMap(bool has_sign) {
    constexpr int decades = 7;
    constexpr std::size_t last = 255;
    std::size_t positive = has_sign ? 127 : 0;
    values_[positive++] = 0;
    double scale = 1e-6;
    int count = has_sign ? 1 : 2;
    for (int decade = 0; decade < decades; ++decade, scale *= 10, count *= 2) {
        for (int i = 0; i < count; ++i)
            values_[positive++] = static_cast<float>(scale * (0.1 + 0.9 * (i + 0.5) / count));
    }
    values_[positive] = 1;
    for (std::size_t i = 0; has_sign && i < 127; ++i)
        values_[i] = -values_[254 - i];
    for (std::size_t i = 0; i < last; ++i)
        borders_[i] = (values_[i] + values_[i + 1]) * 0.5F;
    borders_[last] = std::numeric_limits<float>::infinity();

    // Bins of each sign lie in the order of their magnitudes; those of infinities and NaNs come last.
    constexpr std::size_t bins = std::size_t{1} << (31U - bits_below_bin);
    constexpr std::size_t finite_bins = 0x7F800000U >> bits_below_bin;
    std::size_t above = 0;
    std::size_t below = last;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const auto smallest = static_cast<std::uint32_t>(bin << bits_below_bin);
        const auto largest = smallest | ((1U << bits_below_bin) - 1);
        while (above < last && (bin >= finite_bins || std::bit_cast<float>(smallest) > borders_[above]))
            ++above;
        while (below > 0 && (bin >= finite_bins || -std::bit_cast<float>(largest) <= borders_[below - 1]))
            --below;
        first_[bin] = static_cast<std::uint8_t>(above);
        first_[bins + bin] = static_cast<std::uint8_t>(below);
    }
}

bool DynamicMap::matches(std::span<const float> table) const {
    constexpr float tolerance = 1e-4F;
    return std::ranges::equal(values_, table, [](float own, float other) {
        return std::abs(own - other) <= tolerance * std::abs(own);
    });
}

constinit const DynamicMap signed_dynamic_map(true);
constinit const DynamicMap unsigned_dynamic_map(false);

}  // namespace stepvault
