// The JSON header of a safetensors file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// The largest header, in bytes, that the format's reference implementation reads.
inline constexpr std::uint64_t largest_safetensors_header = 100'000'000;

/// One tensor of the header.
struct SafetensorsEntry {
    std::string name;
    std::string dtype;  ///< as spelled: "BF16"
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0;  ///< bytes from the end of the header
    std::uint64_t end = 0;
};

/// The tensors, and the useful part of the free texts.
struct SafetensorsHeader {
    std::vector<SafetensorsEntry> entries;  ///< in the order of the header
    std::optional<std::int64_t> step;       ///< from __metadata__, where a text is an integer
    std::optional<std::int64_t> epoch;
};

/// Never recurses. ErrorCode::corrupt, with the byte of `json`, where `json` is no such header: duplicate
/// names, missing fields, numbers that are not natural. Skips members that the format does not define.
Result<SafetensorsHeader> parse_safetensors_header(std::string_view json);

}  // namespace stepvault
