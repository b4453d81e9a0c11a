// Element types of tensors.
#pragma once

#include <cstdint>
#include <string_view>

namespace stepvault {

/// The numbers are stored in step files; append only.
enum class DType : std::uint8_t {
    opaque = 0,  ///< bytes of unknown meaning
    f64 = 1,
    f32 = 2,
    f16 = 3,
    bf16 = 4,
    i64 = 5,
    i32 = 6,
    i16 = 7,
    i8 = 8,
    u8 = 9,
    boolean = 10,
    c64 = 11,   ///< two f32
    c128 = 12,  ///< two f64
    u16 = 13,
    u32 = 14,
    u64 = 15,
    f8 = 16,                 ///< any 8-bit float
    signed_dynamic8 = 17,    ///< 8-bit code of a first moment, see codec/dynamic_map.h
    unsigned_dynamic8 = 18,  ///< 8-bit code of a second moment
};

/// Bytes of one element; 1 for opaque.
constexpr std::uint32_t item_size(DType t) {
    switch (t) {
        case DType::c128:
            return 16;
        case DType::f64:
        case DType::i64:
        case DType::u64:
        case DType::c64:
            return 8;
        case DType::f32:
        case DType::i32:
        case DType::u32:
            return 4;
        case DType::f16:
        case DType::bf16:
        case DType::i16:
        case DType::u16:
            return 2;
        default:
            return 1;
    }
}

/// True for the codes of DynamicMap.
constexpr bool is_dynamic_code(DType t) {
    return t == DType::signed_dynamic8 || t == DType::unsigned_dynamic8;
}

/// True for the types that lossy schemes can encode.
constexpr bool is_lossy_float(DType t) {
    return t == DType::f64 || t == DType::f32 || t == DType::f16 || t == DType::bf16 || is_dynamic_code(t);
}

/// "f32", "bf16", ...: the spelling that `stepvault show` prints.
std::string_view dtype_name(DType t);

}  // namespace stepvault
