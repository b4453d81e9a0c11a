#include "codec/bucket_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "codec/delta_tally.h"

namespace stepvault {

namespace {

/// Doubles one after another: their squares have more bits than a sum could keep exactly.
BucketStatistics gather_doubles(const std::byte* values, const std::byte* base, std::size_t count) {
    constexpr std::size_t buckets = 4096;
    constexpr int bias = 1023;
    std::vector<BucketFigures> table(buckets);
    BucketStatistics result;
    for (std::size_t i = 0; i < count; ++i) {
        const auto u = load_element<F64>(values, i);
        const auto b = load_element<F64>(base, i);
        const double delta = u == b ? 0 : F64::decode(u) - F64::decode(b);
        if (!std::isfinite(delta)) {
            ++result.escapes;
        } else if (delta == 0) {
            ++result.zeros;
        } else {
            table[std::bit_cast<std::uint64_t>(delta) >> 52].add(std::abs(delta));
        }
    }
    for (std::size_t i = 0; i < buckets; ++i) {
        if (table[i].count == 0) continue;
        const auto exponent = static_cast<int>(i % (buckets / 2)) - bias;
        result.buckets[{i >= buckets / 2, static_cast<std::int16_t>(exponent)}] = table[i];
    }
    return result;
}

/// The rest are floats, or become floats without losing a bit.
template <class Element>
BucketStatistics gather_floats(const std::byte* values, const std::byte* base, std::size_t count) {
    constexpr std::size_t block = 1024;
    thread_local DeltaTally tally;
    BucketStatistics result;
    for (std::size_t first = 0; first < count; first += DeltaTally::most_elements) {
        const auto end = std::min(count, first + DeltaTally::most_elements);
        if constexpr (std::is_same_v<Element, F32>) {
            tally.add(values + first * sizeof(float), base + first * sizeof(float), end - first);
        } else {
            std::array<float, block> u;
            std::array<float, block> b;
            for (auto i = first; i < end; i += block) {
                const auto n = std::min(block, end - i);
                decode_elements<Element>(values + i * sizeof(typename Element::Bits), std::span(u).first(n));
                decode_elements<Element>(base + i * sizeof(typename Element::Bits), std::span(b).first(n));
                tally.add(std::as_bytes(std::span(u)).data(), std::as_bytes(std::span(b)).data(), n);
            }
        }
        result.merge(tally.take());
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

double BucketStatistics::sum_squares() const {
    double sum = 0;
    for (const auto& [key, figures] : buckets)
        sum += figures.sum_squares;
    return sum;
}

void BucketStatistics::merge(const BucketStatistics& other) {
    for (const auto& [key, figures] : other.buckets)
        buckets[key].merge(figures);
    zeros += other.zeros;
    escapes += other.escapes;
}

BucketStatistics delta_statistics(DType dtype, const std::byte* values, const std::byte* base,
                                  std::size_t count) {
    return visit_float(dtype, [&](auto element) {
        using Element = decltype(element);
        if constexpr (std::is_same_v<Element, F64>) {
            return gather_doubles(values, base, count);
        } else {
            return gather_floats<Element>(values, base, count);
        }
    });
}

}  // namespace stepvault
