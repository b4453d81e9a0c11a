// Element types as the file formats spell them.
#pragma once

#include <cstdint>
#include <string_view>

#include "container/dtype.h"

namespace stepvault {

/// "FloatStorage" -> f32. Untyped storages count bytes, so they give u8. Opaque for an unknown class.
DType dtype_of_torch_storage(std::string_view storage_class);
bool is_untyped_torch_storage(std::string_view storage_class);

/// "float8_e4m3fn" -> f8; opaque for an unknown name.
DType dtype_of_torch_name(std::string_view name);

/// numpy's kind and size: 'f' and 4 -> f32; opaque for an unknown one.
DType dtype_of_numpy(char kind, std::uint64_t bytes);
/// "<f4" -> f32, "bfloat16" -> bf16; opaque for an unknown name, and for big-endian numbers.
DType dtype_of_numpy_name(std::string_view name);

/// "BF16" -> bf16; opaque for an unknown name and for elements that do not fill whole bytes.
DType dtype_of_safetensors_name(std::string_view name);
/// Bits of an element: "F4" -> 4; 0 for an unknown name.
std::uint32_t bits_of_safetensors_name(std::string_view name);
/// bf16 -> "BF16"; empty for types without a unique name: opaque, f8 (several 8-bit floats), c128.
std::string_view safetensors_name(DType dtype);

}  // namespace stepvault
