#include "codec/delta_tally.h"

#include <algorithm>
#include <cmath>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/delta_tally.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr auto step = DeltaTally::step;

/// `count` is a multiple of `step`.
void tally(DeltaTally& into, DeltaTally::Table& table, const std::byte* values, const std::byte* base,
           std::size_t count) {
    const hn::CappedTag<float, 16> df;
    const hn::RebindToUnsigned<decltype(df)> du;
    constexpr std::size_t ahead = 256;
    HWY_ALIGN std::array<std::uint32_t, step> deltas;
    const auto* us = reinterpret_cast<const float*>(values);
    const auto* bs = reinterpret_cast<const float*>(base);
    for (std::size_t first = 0; first < count; first += step) {
        for (std::size_t k = 0; k < step; k += hn::Lanes(df)) {
            // Counting takes so long that the CPU would not look ahead by itself.
            hwy::Prefetch(us + first + k + ahead);
            hwy::Prefetch(bs + first + k + ahead);
            const auto u = hn::LoadU(df, us + first + k);
            const auto b = hn::LoadU(df, bs + first + k);
            auto delta = hn::BitCast(du, hn::Sub(u, b));
            const auto magnitude = hn::ShiftLeft<1>(delta);
            const auto infinite = hn::Gt(magnitude, hn::Set(du, 0xFEFFFFFF));
            delta = hn::IfThenElse(infinite, hn::Set(du, DeltaTally::escape), delta);
            const auto same = hn::Eq(hn::BitCast(du, u), hn::BitCast(du, b));
            const auto none = hn::Or(same, hn::Eq(magnitude, hn::Zero(du)));
            hn::Store(hn::IfThenElse(none, hn::Set(du, DeltaTally::zero), delta), du, deltas.data() + k);
        }
#pragma GCC unroll 4
        for (std::size_t k = 0; k < step; ++k) {
            const std::size_t bin = deltas[k] >> DeltaTally::rest_bits;
            table.bins[bin] += DeltaTally::one_delta + deltas[k] % (1U << DeltaTally::rest_bits);
            const auto bucket = bin / DeltaTally::bins;
            const auto fraction = deltas[k] & 0x7FFFFF;
            if (fraction - table.lowest[bucket] > table.width[bucket]) [[unlikely]]
                into.widen(deltas[k]);
        }
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(tally);

DeltaTally::DeltaTally() : table_(std::make_unique<Table>()) {
    // Zeros and what is not finite have no range.
    table_->lowest.fill(~0U);
    table_->lowest[escape >> 23] = 0;
    table_->width[escape >> 23] = ~0U;
}

void DeltaTally::add(const std::byte* values, const std::byte* base, std::size_t n) {
    constexpr auto size = sizeof(float);
    const auto whole = n / step * step;
    HWY_DYNAMIC_DISPATCH(tally)(*this, *table_, values, base, whole);
    if (n == whole) return;
    // Filled up with zeros, which are not counted.
    std::array<std::byte, step * size> u{};
    std::array<std::byte, step * size> b{};
    std::copy(values + whole * size, values + n * size, u.begin());
    std::copy(base + whole * size, base + n * size, b.begin());
    HWY_DYNAMIC_DISPATCH(tally)(*this, *table_, u.data(), b.data(), step);
    table_->bins[zero >> rest_bits] -= (whole + step - n) * one_delta;
}

void DeltaTally::widen(std::uint32_t delta) {
    const std::size_t bucket = delta >> 23;
    const std::uint32_t fraction = delta & 0x7FFFFF;
    auto& lowest = table_->lowest[bucket];
    auto& width = table_->width[bucket];
    if (lowest == ~0U) {
        lowest = fraction;
        used_.push_back(bucket);
    } else if (fraction < lowest) {
        width += lowest - fraction;
        lowest = fraction;
    } else {
        width = fraction - lowest;
    }
}

void DeltaTally::take_bucket(std::size_t bucket, BucketStatistics& result) {
    constexpr std::uint64_t rest_end = std::uint64_t{1} << rest_bits;
    const auto exponent = static_cast<int>(bucket % 256);
    const std::uint64_t leading = exponent == 0 ? 0 : 0x800000;
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    std::uint64_t squares = 0;
    for (std::size_t i = 0; i < bins; ++i) {
        auto& bin = table_->bins[bucket * bins + i];
        const auto c = bin >> sum_bits;
        const auto rest = bin & (one_delta - 1);
        const auto counted = leading + i * rest_end;
        count += c;
        sum += counted * c + rest;
        squares += counted * (counted * c + 2 * rest);
        // The line through the squares of all rests that is nearest to them. What is rounded has no rests.
        const auto line = rest * rest_end;
        const auto offset = c * (rest_end * rest_end / 6);
        if (line > offset) squares += line - offset;
        bin = 0;
    }
    const auto lowest = leading + std::exchange(table_->lowest[bucket], ~0U);
    const auto width = std::exchange(table_->width[bucket], 0);
    if (width == 0) squares = count * lowest * lowest;

    const int unit = std::max(exponent, 1) - 150;
    BucketFigures f;
    f.count = count;
    f.sum = std::ldexp(static_cast<double>(sum), unit);
    f.sum_squares = std::ldexp(static_cast<double>(squares), 2 * unit);
    f.min = std::ldexp(static_cast<double>(lowest), unit);
    f.max = std::ldexp(static_cast<double>(lowest + width), unit);
    result.buckets[{bucket >= 256, static_cast<std::int16_t>(exponent - 127)}] = f;
}

BucketStatistics DeltaTally::take() {
    BucketStatistics result;
    auto& zeros = table_->bins[zero >> rest_bits];
    auto& escapes = table_->bins[escape >> rest_bits];
    result.zeros = zeros >> sum_bits;
    result.escapes = escapes >> sum_bits;
    zeros = escapes = 0;
    for (const auto bucket : used_)
        take_bucket(bucket, result);
    used_.clear();
    return result;
}

}  // namespace stepvault
#endif
