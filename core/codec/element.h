// The element types that lossy schemes take, as bits and as real numbers.
// f16 and bf16 are computed in float and rounded to the nearest, ties to even.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "codec/dynamic_map.h"
#include "container/dtype.h"

namespace stepvault {

/// Between the bits of binary16 and their value; exact, or rounded as above.
float half_to_float(std::uint16_t bits);
std::uint16_t float_to_half(float value);

/// IEEE 754 binary32.
struct F32 {
    using Bits = std::uint32_t;
    using Real = float;
    static Real decode(Bits bits) { return std::bit_cast<float>(bits); }
    static Bits encode(Real value) { return std::bit_cast<Bits>(value); }
};

/// IEEE 754 binary64.
struct F64 {
    using Bits = std::uint64_t;
    using Real = double;
    static Real decode(Bits bits) { return std::bit_cast<double>(bits); }
    static Bits encode(Real value) { return std::bit_cast<Bits>(value); }
};

/// IEEE 754 binary16, as its bits.
struct F16 {
    using Bits = std::uint16_t;
    using Real = float;
    static Real decode(Bits bits) { return half_to_float(bits); }
    static Bits encode(Real value) { return float_to_half(value); }
};

/// The upper half of binary32. A NaN stays one when it is rounded.
struct BF16 {
    using Bits = std::uint16_t;
    using Real = float;
    static Real decode(Bits bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
    static Bits encode(Real value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return static_cast<Bits>((bits >> 16) | 0x40U);
        return static_cast<Bits>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
    }
};

/// A code of signed_dynamic_map.
struct SignedDynamic8 {
    using Bits = std::uint8_t;
    using Real = float;
    static Real decode(Bits bits) { return signed_dynamic_map.value(bits); }
    static Bits encode(Real value) { return signed_dynamic_map.nearest(value); }
};

/// A code of unsigned_dynamic_map.
struct UnsignedDynamic8 {
    using Bits = std::uint8_t;
    using Real = float;
    static Real decode(Bits bits) { return unsigned_dynamic_map.value(bits); }
    static Bits encode(Real value) { return unsigned_dynamic_map.nearest(value); }
};

/// Element `i` of an array of any alignment.
template <class Element>
typename Element::Bits load_element(const std::byte* data, std::size_t i) {
    typename Element::Bits bits;
    std::memcpy(&bits, data + i * sizeof(bits), sizeof(bits));
    return bits;
}

/// out.size() elements as floats.
template <class Element>
void decode_elements(const std::byte* data, std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(Element::decode(load_element<Element>(data, i)));
}

/// Calls f with an object of the element type; only for types with is_lossy_float().
template <class F>
decltype(auto) visit_float(DType dtype, F&& f) {
    switch (dtype) {
        case DType::f64:
            return f(F64{});
        case DType::f16:
            return f(F16{});
        case DType::bf16:
            return f(BF16{});
        case DType::signed_dynamic8:
            return f(SignedDynamic8{});
        case DType::unsigned_dynamic8:
            return f(UnsignedDynamic8{});
        default:
            return f(F32{});
    }
}

}  // namespace stepvault
