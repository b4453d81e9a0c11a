#include "db/backends.h"

#include "db/mlflow_database.h"
#include "db/sqlite_catalog.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

Result<std::unique_ptr<Catalog>> open_stored_catalog(const std::filesystem::path& file) {
    auto catalog = open_sqlite_catalog(file);
    if (!catalog &&
        (catalog.error().code == ErrorCode::no_space || catalog.error().code == ErrorCode::not_found)) {
        // The files beside it cannot be made. Whoever frees a full disk sees what the catalog has until then.
        if (auto unchanging = open_sqlite_catalog(file, CatalogAccess::read_only)) return unchanging;
    }
    if (catalog || catalog.error().code != ErrorCode::corrupt) return catalog;
    STEPVAULT_TRY(discard_sqlite_catalog(file));
    return open_sqlite_catalog(file);
}

Result<std::unique_ptr<Catalog>> open_catalog(const std::filesystem::path& vault) {
    auto catalog = open_stored_catalog(catalog_file(vault));
    if (catalog) return catalog;
    const auto code = catalog.error().code;
    // Where none can be made, as on media that cannot be written, what the vault holds is listed in another
    // place.
    if (code == ErrorCode::not_found || code == ErrorCode::permission || code == ErrorCode::no_space) {
        if (auto temporary = open_temporary_catalog()) return temporary;
    }
    return catalog;
}

}  // namespace

Backends sqlite_backends() {
    return {open_catalog, open_mlflow_database};
}

}  // namespace stepvault
