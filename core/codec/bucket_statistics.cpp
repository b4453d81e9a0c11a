#include "codec/bucket_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace stepvault {

namespace {

template <class Real>
struct RealBits;
template <>
struct RealBits<float> {
    using Bits = std::uint32_t;
    static constexpr int mantissa = 23;
    static constexpr int bias = 127;
    static constexpr std::size_t buckets = 512;
};
template <>
struct RealBits<double> {
    using Bits = std::uint64_t;
    static constexpr int mantissa = 52;
    static constexpr int bias = 1023;
    static constexpr std::size_t buckets = 4096;
};

template <class Element>
BucketStatistics gather(const std::byte* values, const std::byte* base, std::size_t count) {
    using Bits = typename Element::Bits;
    using Real = typename Element::Real;
    using Format = RealBits<Real>;
    std::vector<BucketFigures> table(Format::buckets);
    BucketStatistics result;
    for (std::size_t i = 0; i < count; ++i) {
        Bits u;
        Bits b;
        std::memcpy(&u, values + i * sizeof(Bits), sizeof(Bits));
        std::memcpy(&b, base + i * sizeof(Bits), sizeof(Bits));
        if (u == b) {
            ++result.zeros;
            continue;
        }
        const Real delta = Element::decode(u) - Element::decode(b);
        if (!std::isfinite(delta)) {
            ++result.escapes;
        } else if (delta == 0) {
            ++result.zeros;
        } else {
            const auto bits = std::bit_cast<typename Format::Bits>(delta);
            table[static_cast<std::size_t>(bits >> Format::mantissa)].add(
                std::abs(static_cast<double>(delta)));
        }
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].count == 0) continue;
        const bool negative = i >= Format::buckets / 2;
        const auto exponent = static_cast<int>(i % (Format::buckets / 2)) - Format::bias;
        result.buckets[{negative, static_cast<std::int16_t>(exponent)}] = table[i];
    }
    return result;
}

}  // namespace

void BucketFigures::merge(const BucketFigures& other) {
    if (other.count == 0) return;
    min = count == 0 ? other.min : std::min(min, other.min);
    max = count == 0 ? other.max : std::max(max, other.max);
    count += other.count;
    sum += other.sum;
    sum_squares += other.sum_squares;
}

std::uint64_t BucketStatistics::count() const {
    auto n = zeros + escapes;
    for (const auto& [key, figures] : buckets)
        n += figures.count;
    return n;
}

void BucketStatistics::merge(const BucketStatistics& other) {
    for (const auto& [key, figures] : other.buckets)
        buckets[key].merge(figures);
    zeros += other.zeros;
    escapes += other.escapes;
}

BucketStatistics delta_statistics(DType dtype, const std::byte* values, const std::byte* base,
                                  std::size_t count) {
    return visit_float(dtype, [&](auto element) { return gather<decltype(element)>(values, base, count); });
}

// Within a bucket a magnitude is 2^exponent * (1 + fraction); the spread (population standard deviation over
// the mean) is at most 1/2 of 2^exponent. Denormal buckets reach below 2^exponent: their fractions are taken
// of 2^(e+1).

}  // namespace stepvault
