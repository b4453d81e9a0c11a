// Verifies and repairs a whole vault.
#pragma once

#include "library/maintenance/vault_report.h"
#include "library/write/run_leases.h"
#include "vault/repair/copy_source.h"

namespace stepvault {

/// See Maintenance::verify().
Result<VerifyReport> verify_vault(const Vault& vault, Catalog& catalog, ThreadPool& pool,
                                  const JobContext& job);

/// See Maintenance::compare_originals().
Result<OriginalsReport> compare_originals(const Vault& vault, ThreadPool& pool, const JobContext& job);

/// See Maintenance::repair().
Result<RepairReport> repair_vault(const Vault& vault, RunLeases& leases, Catalog& catalog,
                                  const RepairRequest& request, ThreadPool& pool, const JobContext& job);

/// The sources of copies in a folder: another vault, or the folders of a cluster's nodes with files of
/// storage levels. ErrorCode::invalid_argument if the folder holds neither.
Result<std::vector<std::unique_ptr<CopySource>>> find_copies(const std::filesystem::path& folder);

}  // namespace stepvault
