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
    DType dtype = DType::opaque;       ///< opaque where elements are quantized in blocks
    std::vector<std::uint64_t> shape;  ///< row-major; {length} where opaque
    std::uint64_t offset = 0;          ///< from the data's start
    std::uint64_t length = 0;          ///< bytes
};

/// What of it is needed to find the tensors.
struct GgufHeader {
    std::vector<GgufTensor> tensors;
    std::uint64_t data_at = 0;  ///< where the data starts in the file
};

/// Larger headers are odd; those of large models, tokenizer included, have some 10 MiB.
inline constexpr std::uint64_t most_gguf_header = std::uint64_t{1} << 28;

/// The ones that can be read.
constexpr bool is_gguf_version(std::uint32_t version) {
    return version == 2 || version == 3;
}

/// Parses the header that `bytes` begin with. Errors: incomplete where they end within it; unsupported for
/// other versions and for tensor types of unknown size; corrupt for all else; the message names the byte.
Result<GgufHeader> parse_gguf_header(ByteView bytes);

}  // namespace stepvault
