// Checksums of a checkpoint's files that cover payloads, and what lies between them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/file.h"
#include "base/progress.h"
#include "base/result.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// False where a field or its range leaves its file, a range ends within a payload or a field, or covers a
/// field that does not come before its own: they are made anew in their order. The payloads are in order and
/// within their files.
bool crc_ranges_are_sound(const StepLayout& layout);

/// The payload that a field covers, where that is all it covers.
std::optional<std::uint32_t> payload_of_range(const StepLayout& layout, const StoredCrc& field);

/// The CRC-32 over what `field` covers: from those of the payloads in it (`payload_crcs`, by payload; a
/// copy's is its original's), and from the raw bytes between them, which are read from `file`.
/// ErrorCode::cancelled.
Result<std::uint32_t> crc_of_range(const StepLayout& layout, const StoredCrc& field,
                                   const std::vector<std::uint32_t>& payload_crcs, const File& file,
                                   const JobContext& job = {});

}  // namespace stepvault
