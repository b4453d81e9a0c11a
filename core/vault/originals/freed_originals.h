// Originals that were freed: they lie in the trash, and are the last help for a stored copy that is damaged.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "run/completeness.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// As find_original(), from the trash, where its files' checksums fit: opened below `scratch`, a folder on
/// the vault's disk that is made, and that the caller removes afterwards. An error only where it cannot be
/// told whether there is one: ErrorCode::cancelled or ErrorCode::no_space.
Result<std::optional<OpenCheckpoint>> find_freed_original(const std::filesystem::path& vault,
                                                          const RunRecord& run, const StepMeta& meta,
                                                          const std::filesystem::path& step_file,
                                                          const std::filesystem::path& scratch,
                                                          const JobContext& job);

/// Reads what is stored of the checkpoints whose originals a trash entry holds, with all that they build on.
/// ErrorCode::corrupt where that cannot be read, so that the originals may be the only sound copy, and where
/// it is the newest and not exact; those of checkpoints that were removed are nobody's copy. Where it cannot
/// be told what the entry holds, the error of that. Progress counts bytes.
Status check_purgeable(const std::filesystem::path& vault, const std::string& entry, const JobContext& job);

}  // namespace stepvault
