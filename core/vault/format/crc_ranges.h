// Checksum fields in a checkpoint's files that cover ranges of payloads and raw bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/file.h"
#include "base/progress.h"
#include "base/result.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// False where a field or its range leaves its file, where a range begins or ends within a payload or ends
/// within a field, or where a range covers a field that does not come before its own field: restoring
/// computes the fields in their order. Expects the payloads in order and within their files.
bool crc_ranges_are_sound(const StepLayout& layout);

/// The payload that `field` covers, if the field covers exactly one payload and nothing else.
std::optional<std::uint32_t> payload_of_range(const StepLayout& layout, const StoredCrc& field);

/// The CRC-32 of the range that `field` covers, combined from the CRCs of the payloads in the range
/// (`payload_crcs`, by payload; a copy takes its original's) and the raw bytes between them, which are read
/// from `file`. ErrorCode::cancelled.
Result<std::uint32_t> crc_of_range(const StepLayout& layout, const StoredCrc& field,
                                   const std::vector<std::uint32_t>& payload_crcs, const File& file,
                                   const JobContext& job = {});

}  // namespace stepvault
