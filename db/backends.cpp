#include "db/backends.h"

#include "db/mlflow_database.h"
#include "db/sqlite_catalog.h"
#include "db/trackio_database.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

Result<std::unique_ptr<Catalog>> open_stored_catalog(const std::filesystem::path& file) {
    auto catalog = open_sqlite_catalog(file);
    if (!catalog &&
        (catalog.error().code == ErrorCode::no_space || catalog.error().code == ErrorCode::not_found)) {
        // SQLite cannot make its files beside the catalog. Open the catalog read-only, so that it stays
        // readable while the user frees a full disk.
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
    // Where no catalog can be made, such as on read-only media, the vault is listed in a temporary catalog.
    if (code == ErrorCode::not_found || code == ErrorCode::permission || code == ErrorCode::no_space) {
        if (auto temporary = open_temporary_catalog()) return temporary;
    }
    return catalog;
}

std::unique_ptr<MetricSource> open_metrics(const std::filesystem::path& database,
                                           const std::filesystem::path& run_folder, bool alone) {
    // Trackio's databases have the names of projects.
    return has_mlflow_name(database) ? open_mlflow_database(database, run_folder, alone)
                                     : open_trackio_database(database, run_folder, alone);
}

}  // namespace

Backends sqlite_backends() {
    return {open_catalog, open_metrics};
}

}  // namespace stepvault
