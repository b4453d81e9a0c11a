// Repairs the record of a run (run.json).
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "vault/records/run_record.h"
#include "vault/repair/copy_source.h"

namespace stepvault {

/// Replaces a run's record that cannot be read by a copy, or else by `fallback`. The damaged file stays
/// beside the new one (set_aside()). Returns the source of the new record, as a text; empty if the record is
/// sound.
Result<std::string> repair_record(const std::filesystem::path& run_folder,
                                  std::span<const CopySource* const> copies, const RunRecord& fallback);

}  // namespace stepvault
