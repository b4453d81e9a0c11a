#pragma once

#include <vector>

#include "base/progress.h"
#include "library/catalog/catalog.h"
#include "vault/records/vault.h"

namespace stepvault {

/// How much of the catalog is made again.
enum class Reindex {
    from_nothing,  ///< clears the catalog first
    differences,   ///< only what is new, gone or of another size, in runs whose step folder has changed since
};

/// Makes the catalog again from the vault. A run whose record is damaged keeps what the catalog knew of it.
/// Returns why what is damaged is not in it.
Result<std::vector<Error>> reindex_catalog(Catalog& catalog, const Vault& vault, Reindex extent,
                                           const JobContext& job);

}  // namespace stepvault
