#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/restore/restore_request.h"
#include "vault/records/vault.h"

namespace stepvault {

/// See Restorer::restore(); for a process that needs nothing else of the vault. Reads step files, never the
/// catalog, which may be stale, damaged or missing.
Result<RestoreReport> restore_step(const Vault& vault, const RestoreRequest& request, ThreadPool& pool,
                                   const JobContext& job);

/// The id of the checkpoint that a step stands for in a run's folder of steps. ErrorCode::corrupt if a step
/// file of that step cannot be read.
Result<std::string> find_checkpoint(const std::filesystem::path& steps, std::int64_t step);

/// A path in `folder` that does not exist: the name, or the name with a number from 2 on after its stem.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);

/// See Restorer::propose(); likewise without the catalog. `folder`: where the output goes; empty:
/// beside the run's own folder.
Result<RestoreProposal> propose_restore(const Vault& vault, const std::string& run_id,
                                        const std::string& checkpoint_id, RestoreExtent extent,
                                        const std::filesystem::path& folder = {});

/// See Restorer::propose_both(); likewise without the catalog.
Result<RestoreProposals> propose_restores(const Vault& vault, const std::string& run_id,
                                          const std::string& checkpoint_id);

}  // namespace stepvault
