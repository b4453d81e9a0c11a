// Tables of the catalog. Tables of an older version are not migrated: the catalog is a cache and is rebuilt.
//
// Strings that come from file systems and training code (names, folders, sources, tags, checkpoint ids) are
// BLOBs: they may be in any encoding, and BLOB is the only type that every tool keeps unchanged and compares
// by bytes. A 64-bit unsigned number is stored as the INTEGER with the same bits. A NULL in a REAL column is
// NaN; infinities are REALs.
#pragma once

#include <cstdint>

#include "db/database.h"

namespace stepvault {

/// Raise it with every change of the tables, and run tests/fuzz/make_seeds.py.
inline constexpr std::int64_t catalog_version = 7;
/// The advice in errors about a damaged or older catalog.
inline constexpr const char* catalog_way_out = "run `stepvault reindex`";

/// Checks whose database the file is, and changes nothing. ErrorCode::unsupported for a newer version's
/// catalog and for another program's database, ErrorCode::corrupt for an older version's catalog.
Status examine_catalog(Database& database);

/// Makes the tables of an empty catalog in one transaction. Errors of examine_catalog(), and
/// ErrorCode::corrupt if tables are missing.
Status prepare_catalog(Database& database);

/// Does the same checks without changing anything.
Status check_catalog(Database& database);

}  // namespace stepvault
