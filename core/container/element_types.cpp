#include "container/element_types.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace stepvault {

namespace {

struct Spelling {
    std::string_view name;
    DType dtype;
};

constexpr Spelling torch_storages[] = {
    {"FloatStorage", DType::f32},        {"DoubleStorage", DType::f64},
    {"HalfStorage", DType::f16},         {"BFloat16Storage", DType::bf16},
    {"LongStorage", DType::i64},         {"IntStorage", DType::i32},
    {"ShortStorage", DType::i16},        {"CharStorage", DType::i8},
    {"ByteStorage", DType::u8},          {"BoolStorage", DType::boolean},
    {"ComplexFloatStorage", DType::c64}, {"ComplexDoubleStorage", DType::c128},
    {"QInt8Storage", DType::i8},         {"QUInt8Storage", DType::u8},
    {"QInt32Storage", DType::i32},       {"QUInt4x2Storage", DType::u8},
    {"QUInt2x4Storage", DType::u8},      {"UntypedStorage", DType::u8},
    {"_UntypedStorage", DType::u8},
};

constexpr Spelling torch_names[] = {
    {"float32", DType::f32},
    {"float", DType::f32},
    {"float64", DType::f64},
    {"double", DType::f64},
    {"float16", DType::f16},
    {"half", DType::f16},
    {"bfloat16", DType::bf16},
    {"int64", DType::i64},
    {"long", DType::i64},
    {"int32", DType::i32},
    {"int", DType::i32},
    {"int16", DType::i16},
    {"short", DType::i16},
    {"int8", DType::i8},
    {"uint8", DType::u8},
    {"bool", DType::boolean},
    {"complex64", DType::c64},
    {"cfloat", DType::c64},
    {"complex128", DType::c128},
    {"cdouble", DType::c128},
    {"uint16", DType::u16},
    {"uint32", DType::u32},
    {"uint64", DType::u64},
    {"float8_e4m3fn", DType::f8},
    {"float8_e5m2", DType::f8},
    {"float8_e4m3fnuz", DType::f8},
    {"float8_e5m2fnuz", DType::f8},
    {"float8_e8m0fnu", DType::f8},
};

constexpr Spelling safetensors_names[] = {
    {"F64", DType::f64},      {"F32", DType::f32},        {"F16", DType::f16},        {"BF16", DType::bf16},
    {"I64", DType::i64},      {"I32", DType::i32},        {"I16", DType::i16},        {"I8", DType::i8},
    {"U8", DType::u8},        {"U16", DType::u16},        {"U32", DType::u32},        {"U64", DType::u64},
    {"BOOL", DType::boolean}, {"C64", DType::c64},        {"F8_E4M3", DType::f8},     {"F8_E5M2", DType::f8},
    {"F8_E8M0", DType::f8},   {"F8_E4M3FNUZ", DType::f8}, {"F8_E5M2FNUZ", DType::f8},
};

struct PackedSpelling {
    std::string_view name;
    std::uint32_t bits;
};

constexpr PackedSpelling safetensors_packed[] = {{"F4", 4}, {"F6_E2M3", 6}, {"F6_E3M2", 6}};

DType find(std::span<const Spelling> spellings, std::string_view name) {
    const auto found = std::ranges::find(spellings, name, &Spelling::name);
    return found == spellings.end() ? DType::opaque : found->dtype;
}

DType dtype_of_numpy(char kind, std::uint64_t bytes) {
    struct Known {
        char kind;
        std::uint64_t bytes;
        DType dtype;
    };
    constexpr Known known[] = {{'f', 4, DType::f32}, {'f', 8, DType::f64},  {'f', 2, DType::f16},
                               {'i', 8, DType::i64}, {'i', 4, DType::i32},  {'i', 2, DType::i16},
                               {'i', 1, DType::i8},  {'u', 8, DType::u64},  {'u', 4, DType::u32},
                               {'u', 2, DType::u16}, {'u', 1, DType::u8},   {'b', 1, DType::boolean},
                               {'c', 8, DType::c64}, {'c', 16, DType::c128}};
    const auto* found =
        std::ranges::find_if(known, [&](const Known& k) { return k.kind == kind && k.bytes == bytes; });
    return found == std::end(known) ? DType::opaque : found->dtype;
}

}  // namespace

DType dtype_of_torch_storage(std::string_view storage_class) {
    return find(torch_storages, storage_class);
}

bool is_untyped_torch_storage(std::string_view storage_class) {
    return storage_class == "UntypedStorage" || storage_class == "_UntypedStorage";
}

DType dtype_of_torch_name(std::string_view name) {
    return find(torch_names, name);
}

std::optional<NumpyType> numpy_type(std::string_view text) {
    const bool foreign = text.starts_with('>');
    if (text.find_first_of("<>|=") == 0) text.remove_prefix(1);
    if (text.empty()) return {};
    const auto kind = text[0];
    std::uint32_t number = 0;
    const auto* const text_end = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data() + 1, text_end, number);
    const bool dated = (kind == 'M' || kind == 'm') && end != text_end && *end == '[';
    if (error != std::errc{} || (end != text_end && !dated)) return {};
    constexpr std::string_view kinds = "biufcSaUVMm";
    if (kinds.find(kind) == std::string_view::npos) return {};
    const auto bytes = std::uint64_t{number} * (kind == 'U' ? 4 : 1);
    return NumpyType{foreign && bytes > 1 ? DType::opaque : dtype_of_numpy(kind, bytes), bytes};
}

DType dtype_of_safetensors_name(std::string_view name) {
    return find(safetensors_names, name);
}

std::uint32_t bits_of_safetensors_name(std::string_view name) {
    const auto dtype = dtype_of_safetensors_name(name);
    if (dtype != DType::opaque) return 8 * item_size(dtype);
    const auto* packed = std::ranges::find(safetensors_packed, name, &PackedSpelling::name);
    return packed == std::end(safetensors_packed) ? 0 : packed->bits;
}

std::string_view safetensors_name(DType dtype) {
    if (dtype == DType::f8) return {};
    const auto* found = std::ranges::find(safetensors_names, dtype, &Spelling::dtype);
    return found == std::end(safetensors_names) ? std::string_view() : found->name;
}

}  // namespace stepvault
