#include "container/dtype.h"

namespace stepvault {

std::string_view dtype_name(DType t) {
    switch (t) {
        case DType::opaque:
            return "opaque";
        case DType::f64:
            return "f64";
        case DType::f32:
            return "f32";
        case DType::f16:
            return "f16";
        case DType::bf16:
            return "bf16";
        case DType::i64:
            return "i64";
        case DType::i32:
            return "i32";
        case DType::i16:
            return "i16";
        case DType::i8:
            return "i8";
        case DType::u8:
            return "u8";
        case DType::boolean:
            return "bool";
        case DType::c64:
            return "c64";
        case DType::c128:
            return "c128";
        case DType::u16:
            return "u16";
        case DType::u32:
            return "u32";
        case DType::u64:
            return "u64";
        case DType::f8:
            return "f8";
        case DType::signed_dynamic8:
        case DType::unsigned_dynamic8:
            return "dynamic8";
    }
    return "opaque";
}

}  // namespace stepvault
