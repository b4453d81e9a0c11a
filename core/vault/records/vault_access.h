// Who may read a vault. One rule: the vault is its owner's alone (folders 0700, files 0600), unless
// share_vault() opened it to the group of its folder (0750, 0640). New files and folders get the access of
// the folder they lie in (FileAccess::of_folder). A run with an original that the group may not read is
// private (RunRecord::is_private): its folder stays the owner's alone in a shared vault, and with it the
// catalog, which holds its curves. So does the trash, whose originals are no longer protected by the folders
// they came from.
#pragma once

#include <filesystem>

#include "base/file.h"

namespace stepvault {

/// True if the vault is open to its folder's group.
bool is_shared(const std::filesystem::path& vault);
/// Opens the vault to the group of its folder, or closes it. After a failure or a crash, the next call
/// continues.
Status share_vault(const std::filesystem::path& vault, bool shared);
/// Takes from all but the owner the access to a run's folder and to all that is in it.
Status close_run(const std::filesystem::path& run_folder);
/// The access to files restored from a run: the owner's alone if the run is private, or if its record is
/// damaged.
FileAccess access_of_restored(const std::filesystem::path& run_folder);

}  // namespace stepvault
