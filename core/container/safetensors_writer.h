// The first bytes of a safetensors file, up to its tensors' data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "container/safetensors_header.h"

namespace stepvault {

/// Length and JSON, padded so that the data behind it begins at a multiple of 8. `entries`: in the order of
/// their data, without gaps. ErrorCode::limit where the format allows no header of such a size.
Result<Bytes> safetensors_head(const std::vector<SafetensorsEntry>& entries,
                               const std::vector<std::pair<std::string, std::string>>& metadata);

}  // namespace stepvault
