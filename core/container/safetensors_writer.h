// Writes the beginning of a safetensors file, up to the data of its tensors.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "container/safetensors_header.h"

namespace stepvault {

/// Length and JSON, padded so that the data after it begins at a multiple of 8. `entries` are in the order of
/// their data, without gaps. ErrorCode::limit where the format does not allow a header of that size.
Result<Bytes> safetensors_head(const std::vector<SafetensorsEntry>& entries,
                               const std::vector<std::pair<std::string, std::string>>& metadata);

}  // namespace stepvault
