#pragma once

#include "library/library.h"
#include "library/loss_digest.h"
#include "vault/vault.h"

namespace stepvault {

/// Sums up a run from its rows in the catalog; `now` in seconds since the epoch.
Result<RunInfo> describe_run(const RunRow& row, Catalog& catalog, LossDigests& losses, const Vault& vault,
                             double now);

/// ErrorCode::not_found where there is none.
Result<RunRecord> find_run(const Vault& vault, const std::string& name_or_id);
Error unknown_run(const std::string& name);

}  // namespace stepvault
