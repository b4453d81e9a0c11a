#include "codec/loss_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "codec/element.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/loss_figures.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef STEPVAULT_LOSS_SUMS
#define STEPVAULT_LOSS_SUMS
namespace stepvault {
constexpr std::size_t loss_sums = 8;
}
#endif

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds to `sums`, `loss_sums` of them. `count` is a multiple of that.
void add_floats(const std::byte* values, const std::byte* base, const std::byte* restored, std::size_t count,
                LossFigures* sums) {
    const hn::CappedTag<double, loss_sums> dd;
    const hn::Rebind<float, decltype(dd)> df;
    const auto load = [&](const std::byte* from, std::size_t i) {
        return hn::PromoteTo(dd, hn::LoadU(df, reinterpret_cast<const float*>(from) + i));
    };
    // A larger difference is not finite.
    const auto most = hn::Set(dd, 1e300);
    HWY_ALIGN std::array<double, loss_sums> lane;
    for (std::size_t at = 0; at < loss_sums; at += hn::Lanes(dd)) {
        auto lost = hn::Zero(dd);
        auto changed = hn::Zero(dd);
        auto missing = hn::Zero(dd);
        auto largest = hn::Zero(dd);
        for (auto i = at; i < count; i += loss_sums) {
            const auto u = load(values, i);
            const auto change = hn::Sub(u, load(base, i));
            const auto finite = hn::Le(hn::Abs(change), most);
            const auto c = hn::IfThenElseZero(finite, change);
            const auto e = hn::IfThenElseZero(finite, hn::Sub(u, load(restored, i)));
            lost = hn::Add(lost, hn::Mul(e, e));
            changed = hn::Add(changed, hn::Mul(c, c));
            missing = hn::Add(missing, hn::Mul(c, e));
            largest = hn::Max(largest, hn::Abs(e));
        }
        const auto put = [&](auto sum, double LossFigures::*figure) {
            hn::Store(sum, dd, lane.data());
            for (std::size_t k = 0; k < hn::Lanes(dd); ++k)
                sums[at + k].*figure = lane[k];
        };
        put(lost, &LossFigures::lost);
        put(changed, &LossFigures::changed);
        put(missing, &LossFigures::missing);
        put(largest, &LossFigures::max_abs);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(add_floats);

namespace {

template <class Element>
LossFigures figures(const std::byte* values, const std::byte* base, const std::byte* restored,
                    std::size_t count) {
    LossFigures f;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = load_element<Element>(values, i);
        const auto base_bits = load_element<Element>(base, i);
        const auto restored_bits = load_element<Element>(restored, i);
        if (bits == base_bits && bits == restored_bits) continue;
        const auto u = static_cast<double>(Element::decode(bits));
        const auto b = static_cast<double>(Element::decode(base_bits));
        const auto r = static_cast<double>(Element::decode(restored_bits));
        if (!std::isfinite(u) || !std::isfinite(b)) continue;
        f.lost += (u - r) * (u - r);
        f.changed += (u - b) * (u - b);
        f.missing += (u - b) * (u - r);
        f.max_abs = std::max(f.max_abs, std::abs(u - r));
    }
    return f;
}

LossFigures float_figures(const std::byte* values, const std::byte* base, const std::byte* restored,
                          std::size_t count) {
    std::array<LossFigures, loss_sums> sums;
    const auto whole = count - count % loss_sums;
    HWY_DYNAMIC_DISPATCH(add_floats)(values, base, restored, whole, sums.data());
    LossFigures f;
    for (const auto& sum : sums)
        f.merge(sum);
    const auto done = whole * sizeof(float);
    f.merge(figures<F32>(values + done, base + done, restored + done, count - whole));
    return f;
}

}  // namespace

void LossFigures::merge(const LossFigures& other) {
    lost += other.lost;
    changed += other.changed;
    missing += other.missing;
    max_abs = std::max(max_abs, other.max_abs);
}

double LossFigures::relative_error() const {
    return changed > 0 ? std::sqrt(lost / changed) : 0;
}

double LossFigures::lag() const {
    return changed > 0 ? missing / changed : 0;
}

LossFigures loss_figures(DType dtype, const std::byte* values, const std::byte* base,
                         const std::byte* restored, std::size_t count) {
    if (dtype == DType::f32) return float_figures(values, base, restored, count);
    return visit_float(dtype, [&](auto e) { return figures<decltype(e)>(values, base, restored, count); });
}

}  // namespace stepvault
#endif
