#include "codec/lc_vectors.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/lc_vectors.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, LcVectors::step>;
using Words = hn::RebindToUnsigned<Floats>;

constexpr std::size_t ahead = 256;

const float* as_floats(const std::byte* p) {
    return reinterpret_cast<const float*>(p);
}

/// base + representative, by the rule that both directions share.
template <class V, class M>
V apply(const LcVectors& table, V base, V representative, M changed) {
    const Floats df;
    auto result = hn::Add(base, representative);
    if (table.clamp) result = hn::IfThenZeroElse(hn::Lt(result, hn::Zero(df)), result);
    return hn::IfThenElse(changed, result, base);
}

LcVectors::Outcome quantize(const LcVectors& table, const std::byte* values, const std::byte* base,
                            std::size_t count, std::byte* restored, std::uint8_t* symbols) {
    const Floats df;
    const Words du;
    const hn::RebindToSigned<Words> di;
    const hn::Rebind<std::uint8_t, Floats> d8;
    const auto unchanged = hn::Set(du, table.kept);
    auto largest = hn::Zero(du);
    auto any = hn::Zero(du);
    for (std::size_t i = 0; i < count; i += hn::Lanes(df)) {
        hwy::Prefetch(as_floats(values) + i + ahead);
        hwy::Prefetch(as_floats(base) + i + ahead);
        const auto u = hn::LoadU(df, as_floats(values) + i);
        const auto b = hn::LoadU(df, as_floats(base) + i);
        const auto delta = hn::BitCast(du, hn::Sub(u, b));
        const auto magnitude = hn::ShiftLeft<1>(delta);
        // A delta of 0 has the exponent of denormals, whose bucket may be kept.
        const auto bucket =
            hn::IfThenElse(hn::Eq(magnitude, hn::Zero(du)), hn::Set(du, ~0U), hn::ShiftRight<23>(delta));
        auto symbol = unchanged;
        auto representative = hn::Zero(df);
        // Often there is none.
        const bool none = hn::AllTrue(du, hn::Lt(magnitude, hn::Set(du, table.lowest)));
        const auto kept = none ? 0 : table.kept;
        for (std::uint32_t k = 0; k < kept; ++k) {
            const auto hit = hn::Eq(bucket, hn::Set(du, table.buckets[k]));
            symbol = hn::IfThenElse(hit, hn::Set(du, k), symbol);
            representative = hn::IfThenElse(hn::RebindMask(df, hit), hn::Set(df, table.representatives[k]),
                                            representative);
        }
        const auto changed = hn::RebindMask(df, hn::Ne(symbol, unchanged));
        const auto result = apply(table, b, representative, changed);
        largest = hn::Max(largest, hn::Max(magnitude, hn::ShiftLeft<1>(hn::BitCast(du, result))));
        any = hn::Or(any, hn::Xor(symbol, unchanged));
        hn::StoreU(result, df, reinterpret_cast<float*>(restored) + i);
        hn::StoreU(hn::DemoteTo(d8, hn::BitCast(di, symbol)), d8, symbols + i);
    }
    if (!hn::AllTrue(du, hn::Lt(largest, hn::Set(du, 0xFF000000U)))) return LcVectors::Outcome::not_finite;
    return hn::AllTrue(du, hn::Eq(any, hn::Zero(du))) ? LcVectors::Outcome::unchanged
                                                      : LcVectors::Outcome::changed;
}

void restore(const LcVectors& table, const std::uint8_t* symbols, const std::byte* base, std::size_t count,
             std::byte* restored) {
    const Floats df;
    const Words du;
    const hn::Rebind<std::uint8_t, Floats> d8;
    for (std::size_t i = 0; i < count; i += hn::Lanes(df)) {
        const auto symbol = hn::PromoteTo(du, hn::LoadU(d8, symbols + i));
        const auto b = hn::LoadU(df, as_floats(base) + i);
        auto representative = hn::Zero(df);
        for (std::uint32_t k = 0; k < table.kept; ++k) {
            const auto hit = hn::RebindMask(df, hn::Eq(symbol, hn::Set(du, k)));
            representative = hn::IfThenElse(hit, hn::Set(df, table.representatives[k]), representative);
        }
        const auto changed = hn::RebindMask(df, hn::Ne(symbol, hn::Set(du, table.kept)));
        hn::StoreU(apply(table, b, representative, changed), df, reinterpret_cast<float*>(restored) + i);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(quantize);
HWY_EXPORT(restore);

LcVectors::LcVectors(const LcTable& table, bool non_negative)
    : kept(static_cast<std::uint32_t>(table.kept.size())), clamp(non_negative) {
    for (std::size_t k = 0; k < kept; ++k) {
        buckets[k] =
            (table.kept[k].negative ? 256U : 0U) + static_cast<std::uint32_t>(table.kept[k].exponent + 127);
        representatives[k] = static_cast<float>(table.representatives[k]);
        lowest = std::min(lowest, (buckets[k] & 0xFFU) << 24);
    }
}

LcVectors::Outcome LcVectors::quantize(const std::byte* values, const std::byte* base, std::size_t count,
                                       std::byte* restored, std::uint8_t* symbols) const {
    return HWY_DYNAMIC_DISPATCH(quantize)(*this, values, base, count, restored, symbols);
}

void LcVectors::restore(const std::uint8_t* symbols, const std::byte* base, std::size_t count,
                        std::byte* restored) const {
    HWY_DYNAMIC_DISPATCH(restore)(*this, symbols, base, count, restored);
}

}  // namespace stepvault
#endif
