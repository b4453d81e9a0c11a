// Element types as the file formats spell them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "container/dtype.h"

namespace stepvault {

/// "FloatStorage" -> f32. Untyped storages count bytes, so they give u8. Opaque for an unknown class.
DType dtype_of_torch_storage(std::string_view storage_class);
bool is_untyped_torch_storage(std::string_view storage_class);

/// "float8_e4m3fn" -> f8; opaque for an unknown name.
DType dtype_of_torch_name(std::string_view name);

/// An element type of numpy.
struct NumpyType {
    DType dtype = DType::opaque;  ///< opaque: big-endian numbers, texts, dates
    std::uint64_t bytes = 0;
};
/// "<f4", "|b1", ">i8", "<U3", "<M8[ns]". Nothing for types without a fixed size.
std::optional<NumpyType> numpy_type(std::string_view text);

/// "BF16" -> bf16; opaque for an unknown name and for elements that do not fill whole bytes.
DType dtype_of_safetensors_name(std::string_view name);
/// Bits of an element: "F4" -> 4; 0 for an unknown name.
std::uint32_t bits_of_safetensors_name(std::string_view name);
/// bf16 -> "BF16"; empty for types without a unique name: opaque, f8 (several 8-bit floats), c128.
std::string_view safetensors_name(DType dtype);

}  // namespace stepvault
