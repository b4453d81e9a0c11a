#pragma once

#include <vector>

#include "base/progress.h"
#include "library/catalog/catalog.h"
#include "vault/records/vault.h"

namespace stepvault {

/// How much of the catalog is rebuilt.
enum class Reindex {
    from_nothing,  ///< clears the catalog first
    differences,  ///< only steps that are new, gone or of another size, in runs whose step folder has changed
};

/// Rebuilds the catalog from the vault. A run whose record is damaged keeps what the catalog knew of it.
/// Returns the errors of damaged items, which are missing from the catalog.
Result<std::vector<Error>> reindex_catalog(Catalog& catalog, const Vault& vault, Reindex extent,
                                           const JobContext& job);

}  // namespace stepvault
