// The catalog in a SQLite file.
#pragma once

#include <filesystem>
#include <memory>

#include "library/catalog/catalog.h"

namespace stepvault {

enum class CatalogAccess {
    automatic,  ///< writable if the file and its folder are, else read-only
    read_only,  ///< the file must exist and is never changed
};

/// Opens `file`, or makes it in an existing folder. Reads and writes use two connections, so that a short
/// query does not wait for a long write. If the folder or the file is not writable, queries work and writes
/// fail with ErrorCode::permission. ErrorCode::corrupt for a damaged file: call discard_sqlite_catalog() and
/// reindex. ErrorCode::unsupported for a newer version's file and for another program's database. For a run
/// that is not in the catalog, put_checkpoint() and put_metrics() fail with ErrorCode::not_found, queries
/// give empty results, and removing succeeds.
Result<std::unique_ptr<Catalog>> open_sqlite_catalog(const std::filesystem::path& file,
                                                     CatalogAccess access = CatalogAccess::automatic);

/// An empty catalog that is deleted with the object, in a temporary folder that only this user can read.
Result<std::unique_ptr<Catalog>> open_temporary_catalog();

/// Removes the file and the files that SQLite keeps beside it, damaged or not. Catalogs that have the file
/// open, in any process, switch to the next file of that name by themselves. A missing file is no error.
Status discard_sqlite_catalog(const std::filesystem::path& file);

}  // namespace stepvault
