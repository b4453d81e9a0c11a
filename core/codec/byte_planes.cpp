#include "codec/byte_planes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/byte_planes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
T predict_one(Prediction prediction, T value, T base) {
    if (prediction == Prediction::none) return value;
    if (prediction == Prediction::exclusive) return static_cast<T>(value ^ base);
    const auto difference = static_cast<T>(value - base);
    const auto sign = static_cast<T>(T{0} - static_cast<T>(difference >> (8 * sizeof(T) - 1)));
    return static_cast<T>(static_cast<T>(difference << 1) ^ sign);
}

template <class T>
T unpredict_one(Prediction prediction, T code, T base) {
    if (prediction == Prediction::none) return code;
    if (prediction == Prediction::exclusive) return static_cast<T>(code ^ base);
    const auto sign = static_cast<T>(T{0} - static_cast<T>(code & 1));
    return static_cast<T>(static_cast<T>(static_cast<T>(code >> 1) ^ sign) + base);
}

/// Elements `first` and up, one at a time: what is left over behind whole vectors, and all of 8 and 16 bytes.
template <class T>
void split_rest(Prediction prediction, std::size_t first, ByteView values, ByteView base,
                std::uint32_t item_size, std::byte* planes) {
    const auto count = values.size() / item_size;
    for (auto i = first; i < count; ++i) {
        for (std::uint32_t half = 0; half < item_size / sizeof(T); ++half) {
            const auto at = i * item_size + half * sizeof(T);
            const auto code =
                predict_one(prediction, load<T>(values, at), base.empty() ? T{0} : load<T>(base, at));
            for (std::size_t p = 0; p < sizeof(T); ++p)
                planes[(half * sizeof(T) + p) * count + i] = static_cast<std::byte>(code >> (8 * p));
        }
    }
}

template <class T>
void merge_rest(Prediction prediction, std::size_t first, const PlanePointers& planes, ByteView base,
                std::uint32_t item_size, MutableByteView out) {
    const auto count = out.size() / item_size;
    for (auto i = first; i < count; ++i) {
        for (std::uint32_t half = 0; half < item_size / sizeof(T); ++half) {
            const auto at = i * item_size + half * sizeof(T);
            T code = 0;
            for (std::size_t p = 0; p < sizeof(T); ++p)
                code = static_cast<T>(code | static_cast<T>(planes[half * sizeof(T) + p][i]) << (8 * p));
            const T value = unpredict_one(prediction, code, base.empty() ? T{0} : load<T>(base, at));
            std::memcpy(out.data() + at, &value, sizeof(T));
        }
    }
}

#if HWY_TARGET == HWY_SCALAR

// Without vectors all elements are left to the loops above.
template <Prediction P, class T>
std::size_t split_vectors(ByteView, ByteView, std::byte*) {
    return 0;
}

template <Prediction P, class T>
std::size_t merge_vectors(const PlanePointers&, ByteView, MutableByteView) {
    return 0;
}

#else

template <Prediction P, class D, class V>
V predict(D d, V value, V base) {
    if constexpr (P == Prediction::none) return value;
    if constexpr (P == Prediction::exclusive) return hn::Xor(value, base);
    const hn::RebindToSigned<D> di;
    const auto difference = hn::Sub(value, base);
    const auto sign = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, difference)));
    return hn::Xor(hn::ShiftLeft<1>(difference), sign);
}

template <Prediction P, class D, class V>
V unpredict(D d, V code, V base) {
    if constexpr (P == Prediction::none) return code;
    if constexpr (P == Prediction::exclusive) return hn::Xor(code, base);
    const auto sign = hn::Sub(hn::Zero(d), hn::And(code, hn::Set(d, 1)));
    return hn::Add(hn::Xor(hn::ShiftRight<1>(code), sign), base);
}

const std::uint8_t* unsigned_bytes(const std::byte* p) {
    return reinterpret_cast<const std::uint8_t*>(p);
}
std::uint8_t* unsigned_bytes(std::byte* p) {
    return reinterpret_cast<std::uint8_t*>(p);
}

/// As many elements at a time as a vector has bytes; returns how many were done. The interleaving goes
/// through a buffer because predicting needs whole elements.
template <Prediction P, class T>
std::size_t split_vectors(ByteView values, ByteView base, std::byte* planes) {
    const hn::ScalableTag<std::uint8_t> d8;
    const hn::Repartition<T, decltype(d8)> d;
    const std::size_t lanes = hn::Lanes(d8);
    const auto count = values.size() / sizeof(T);
    const auto* from = unsigned_bytes(values.data());
    const auto* against = unsigned_bytes(base.data());
    auto* to = unsigned_bytes(planes);
    HWY_ALIGN std::uint8_t buffer[sizeof(T) * hn::MaxLanes(d8)];
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto at = i * sizeof(T);
        for (std::size_t k = 0; k < sizeof(T) * lanes; k += lanes) {
            auto v = hn::BitCast(d, hn::LoadU(d8, from + at + k));
            if constexpr (P != Prediction::none)
                v = predict<P>(d, v, hn::BitCast(d, hn::LoadU(d8, against + at + k)));
            hn::Store(hn::BitCast(d8, v), d8, buffer + k);
        }
        if constexpr (sizeof(T) == 1) {
            hn::StoreU(hn::Load(d8, buffer), d8, to + i);
        } else if constexpr (sizeof(T) == 2) {
            hn::Vec<decltype(d8)> a, b;
            hn::LoadInterleaved2(d8, buffer, a, b);
            hn::StoreU(a, d8, to + i);
            hn::StoreU(b, d8, to + count + i);
        } else {
            hn::Vec<decltype(d8)> a, b, c, e;
            hn::LoadInterleaved4(d8, buffer, a, b, c, e);
            hn::StoreU(a, d8, to + i);
            hn::StoreU(b, d8, to + count + i);
            hn::StoreU(c, d8, to + 2 * count + i);
            hn::StoreU(e, d8, to + 3 * count + i);
        }
    }
    return i;
}

template <Prediction P, class T>
std::size_t merge_vectors(const PlanePointers& planes, ByteView base, MutableByteView out) {
    const hn::ScalableTag<std::uint8_t> d8;
    const hn::Repartition<T, decltype(d8)> d;
    const std::size_t lanes = hn::Lanes(d8);
    const auto count = out.size() / sizeof(T);
    const auto* against = unsigned_bytes(base.data());
    auto* to = unsigned_bytes(out.data());
    const auto plane = [&](std::size_t p, std::size_t i) {
        return hn::LoadU(d8, unsigned_bytes(planes[p]) + i);
    };
    HWY_ALIGN std::uint8_t buffer[sizeof(T) * hn::MaxLanes(d8)];
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto at = i * sizeof(T);
        if constexpr (sizeof(T) == 1) {
            hn::Store(plane(0, i), d8, buffer);
        } else if constexpr (sizeof(T) == 2) {
            hn::StoreInterleaved2(plane(0, i), plane(1, i), d8, buffer);
        } else {
            hn::StoreInterleaved4(plane(0, i), plane(1, i), plane(2, i), plane(3, i), d8, buffer);
        }
        for (std::size_t k = 0; k < sizeof(T) * lanes; k += lanes) {
            auto v = hn::BitCast(d, hn::Load(d8, buffer + k));
            if constexpr (P != Prediction::none)
                v = unpredict<P>(d, v, hn::BitCast(d, hn::LoadU(d8, against + at + k)));
            hn::StoreU(hn::BitCast(d8, v), d8, to + at + k);
        }
    }
    return i;
}

#endif

/// Calls f with the prediction as a type, so that loops have no choices in them.
template <class F>
std::size_t with_prediction(Prediction prediction, F&& f) {
    switch (prediction) {
        case Prediction::exclusive:
            return f(std::integral_constant<Prediction, Prediction::exclusive>{});
        case Prediction::difference:
            return f(std::integral_constant<Prediction, Prediction::difference>{});
        default:
            return f(std::integral_constant<Prediction, Prediction::none>{});
    }
}

template <class T>
void split(Prediction prediction, ByteView values, ByteView base, std::byte* planes) {
    const auto done = with_prediction(
        prediction, [&](auto p) { return split_vectors<decltype(p)::value, T>(values, base, planes); });
    split_rest<T>(prediction, done, values, base, sizeof(T), planes);
}

template <class T>
void merge(Prediction prediction, const PlanePointers& planes, ByteView base, MutableByteView out) {
    const auto done = with_prediction(
        prediction, [&](auto p) { return merge_vectors<decltype(p)::value, T>(planes, base, out); });
    merge_rest<T>(prediction, done, planes, base, sizeof(T), out);
}

void split_any(Prediction prediction, ByteView values, ByteView base, std::uint32_t item_size,
               std::byte* planes) {
    switch (item_size) {
        case 1:
            return split<std::uint8_t>(prediction, values, base, planes);
        case 2:
            return split<std::uint16_t>(prediction, values, base, planes);
        case 4:
            return split<std::uint32_t>(prediction, values, base, planes);
        default:
            return split_rest<std::uint64_t>(prediction, 0, values, base, item_size, planes);
    }
}

void merge_any(Prediction prediction, const PlanePointers& planes, ByteView base, std::uint32_t item_size,
               MutableByteView out) {
    switch (item_size) {
        case 1:
            return merge<std::uint8_t>(prediction, planes, base, out);
        case 2:
            return merge<std::uint16_t>(prediction, planes, base, out);
        case 4:
            return merge<std::uint32_t>(prediction, planes, base, out);
        default:
            return merge_rest<std::uint64_t>(prediction, 0, planes, base, item_size, out);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(split_any);
HWY_EXPORT(merge_any);

void split_planes(Prediction prediction, ByteView values, ByteView base, std::uint32_t item_size,
                  std::byte* planes) {
    HWY_DYNAMIC_DISPATCH(split_any)(prediction, values, base, item_size, planes);
}

void merge_planes(Prediction prediction, const PlanePointers& planes, ByteView base, std::uint32_t item_size,
                  MutableByteView out) {
    HWY_DYNAMIC_DISPATCH(merge_any)(prediction, planes, base, item_size, out);
}

}  // namespace stepvault
#endif
