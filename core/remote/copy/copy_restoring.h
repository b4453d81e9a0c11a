// Restores from a copy alone, without the vault.
#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/restore/restore_request.h"
#include "remote/copy/copy_layout.h"

namespace stepvault {

/// The manifest of a run of a copy, by the run's name or id. ErrorCode::not_found; invalid_argument if runs
/// of several vaults have that name.
Result<CopyManifest> find_copied_run(CopyStore& store, const std::string& run, const JobContext& job);

/// Does what restore_step() does, from the files of a copy: fetches those that the checkpoint needs into the
/// cache (FetchedVault::folder_for()), and restores from there. ErrorCode::invalid_argument for a restore
/// into the run's own folder, which only the vault keeps a record of.
Result<RestoreReport> restore_from_copy(CopyStore& store, const RestoreRequest& request, ThreadPool& pool,
                                        const JobContext& job);

}  // namespace stepvault
