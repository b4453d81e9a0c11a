#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"

namespace stepvault {

/// Serializes changes of vault.json and of run records across processes, and removes leftovers of crashed
/// ones. Held for moments: waits up to 5 seconds for another holder, then ErrorCode::locked.
Result<FileLock> lock_vault(const std::filesystem::path& vault);
/// The lock of the vault that has the run. No lock for a folder in no vault, such as the copy of a run that
/// is being recoded, of which nobody else knows.
Result<std::optional<FileLock>> lock_vault_of(const std::filesystem::path& run_folder);

}  // namespace stepvault
