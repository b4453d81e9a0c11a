#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/restore/restore_request.h"
#include "vault/records/vault.h"

namespace stepvault {

/// Restorer::restore(), for a process that needs nothing else of a library: step files alone are asked, never
/// the catalog, which may be stale, damaged or gone.
Result<RestoreReport> restore_step(const Vault& vault, const RestoreRequest& request, ThreadPool& pool,
                                   const JobContext& job);

/// Restorer::propose(), likewise. `folder`: where to; empty: beside the run's own folder.
Result<RestoreProposal> propose_restore(const Vault& vault, const std::string& run_id,
                                        const std::string& checkpoint_id, RestoreExtent extent,
                                        const std::filesystem::path& folder = {});

/// Restorer::propose_both(), likewise.
Result<RestoreProposals> propose_restores(const Vault& vault, const std::string& run_id,
                                          const std::string& checkpoint_id);

}  // namespace stepvault
