// Freed originals: they are in the trash, and are the last resort if a stored copy is damaged.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "run/completeness.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Like find_original(), but searches the trash for files with the right checksums and opens them below
/// `scratch`, a folder on the vault's disk that this function makes and the caller removes afterwards. Fails
/// only if it cannot determine whether there is such an original: ErrorCode::cancelled or
/// ErrorCode::no_space.
Result<std::optional<OpenCheckpoint>> find_freed_original(const std::filesystem::path& vault,
                                                          const RunRecord& run, const StepMeta& meta,
                                                          const std::filesystem::path& step_file,
                                                          const std::filesystem::path& scratch,
                                                          const JobContext& job);

/// Reads the stored data of the checkpoints whose originals a trash entry holds, including all steps that
/// they build on. ErrorCode::corrupt if that data cannot be read, so that the originals may be the only sound
/// copy, and if the checkpoint is the newest and is not stored exactly. Originals of removed checkpoints do
/// not count. If the entry's contents cannot be determined, returns the error of that. Progress counts bytes.
Status check_purgeable(const std::filesystem::path& vault, const std::string& entry, const JobContext& job);

}  // namespace stepvault
