#pragma once

#include "library/library.h"
#include "vault/vault.h"

namespace stepvault {

/// Sums up a run from its rows in the catalog; `now` in seconds since the epoch.
Result<RunInfo> describe_run(const RunRow& row, Catalog& catalog, const Vault& vault, double now);

}  // namespace stepvault
