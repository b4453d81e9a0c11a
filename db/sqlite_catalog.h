// The catalog in a SQLite file.
#pragma once

#include <filesystem>
#include <memory>

#include "library/catalog/catalog.h"

namespace stepvault {

enum class CatalogAccess {
    automatic,  ///< writes where file and folder allow it, else reads only
    read_only,  ///< the file is there and is never changed
};

/// Opens `file`, or makes it in a folder that is there. Reading and writing go by two connections, so that a
/// short query does not wait for a long write. Where the folder or the file cannot be written, queries work
/// and writes fail with ErrorCode::permission. ErrorCode::corrupt for a damaged file: the way out is
/// discard_sqlite_catalog and a reindex. ErrorCode::unsupported for a newer version's file and for another
/// program's database. put_checkpoint and put_metrics of a run that is not in the catalog are
/// ErrorCode::not_found; queries of it are empty; removing what is not there succeeds.
Result<std::unique_ptr<Catalog>> open_sqlite_catalog(const std::filesystem::path& file,
                                                     CatalogAccess access = CatalogAccess::automatic);

/// An empty one that goes with the object, in a folder for temporary files that nobody else may look into.
Result<std::unique_ptr<Catalog>> open_temporary_catalog();

/// Removes the file and what SQLite keeps beside it, damaged or not. Catalogs that have it open, in any
/// process, find the next file of that name by themselves. What is not there is no error.
Status discard_sqlite_catalog(const std::filesystem::path& file);

}  // namespace stepvault
