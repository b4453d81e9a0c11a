// The header of a GGUF file, versions 2 and 3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "container/dtype.h"

namespace stepvault {

struct GgufTensor {
    std::string name;
    DType dtype = DType::opaque;       ///< opaque for types quantized in blocks
    std::vector<std::uint64_t> shape;  ///< row-major; {length} for opaque tensors
    std::uint64_t offset = 0;          ///< from the start of the data
    std::uint64_t length = 0;          ///< bytes
};

/// The part of the header that is needed to find the tensors.
struct GgufHeader {
    std::vector<GgufTensor> tensors;
    std::uint64_t data_at = 0;  ///< start of the data in the file
};

/// Larger headers are implausible: headers of large models, tokenizer included, have about 10 MiB.
inline constexpr std::uint64_t most_gguf_header = std::uint64_t{1} << 28;

/// True for the supported versions.
constexpr bool is_gguf_version(std::uint32_t version) {
    return version == 2 || version == 3;
}

/// Parses the header at the beginning of `bytes`. Errors: incomplete where `bytes` end within the header;
/// unsupported for other versions and for tensor types of unknown size; otherwise corrupt. The message names
/// the byte.
Result<GgufHeader> parse_gguf_header(ByteView bytes);

}  // namespace stepvault
