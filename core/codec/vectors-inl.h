// Functions that Highway lacks, or has with more care than is needed. Included once for each target.
#if defined(STEPVAULT_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPVAULT_VECTORS_INL_H
#undef STEPVAULT_VECTORS_INL_H
#else
#define STEPVAULT_VECTORS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

/// Bit i is that of lane i; of 32-bit lanes, at most 16.
template <class D, class Mask>
HWY_INLINE std::uint32_t bits_of([[maybe_unused]] D d, Mask mask) {
#if HWY_TARGET <= HWY_AVX3
    return mask.raw;
#elif HWY_TARGET == HWY_AVX2
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.raw)));
#else
    std::uint8_t bytes[8] = {};
    hwy::HWY_NAMESPACE::StoreMaskBits(d, mask, bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8U;
#endif
}

/// Anything where the number does not fit; at most 16 lanes.
template <class V>
HWY_INLINE auto truncated(V v) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToSigned<hn::DFromV<V>> d;
#if HWY_TARGET <= HWY_AVX3
    return hn::Vec<decltype(d)>{_mm512_cvttps_epi32(v.raw)};
#elif HWY_TARGET == HWY_AVX2
    return hn::Vec<decltype(d)>{_mm256_cvttps_epi32(v.raw)};
#else
    return hn::ConvertTo(d, v);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#endif
