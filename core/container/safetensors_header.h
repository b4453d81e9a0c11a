// The JSON header of a safetensors file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// What the format's reference implementation reads at most; bytes.
inline constexpr std::uint64_t largest_safetensors_header = 100'000'000;

/// One tensor of the header.
struct SafetensorsEntry {
    std::string name;
    std::string dtype;  ///< as spelled: "BF16"
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0;  ///< bytes from the end of the header
    std::uint64_t end = 0;
};

/// Its tensors, and what of its free texts is of use.
struct SafetensorsHeader {
    std::vector<SafetensorsEntry> entries;  ///< in the order of the header
    std::optional<std::int64_t> step;       ///< from __metadata__, where a text there is a whole number
    std::optional<std::int64_t> epoch;
};

/// Never recurses. ErrorCode::corrupt names the byte of `json` where it is no such header: names twice,
/// fields missing, numbers that are no natural ones. Members that the format does not know are skipped.
Result<SafetensorsHeader> parse_safetensors_header(std::string_view json);

}  // namespace stepvault
