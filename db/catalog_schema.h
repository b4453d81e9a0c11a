// Tables of the catalog. Those of an older version are not changed into these: the catalog is a cache, and is
// made again.
//
// Strings that come from file systems and training code (names, folders, sources, tags, checkpoint ids) are
// BLOBs: they may be in any encoding, and a BLOB is the one type that every tool leaves as it is and compares
// by bytes. 64-bit unsigned numbers are the INTEGER of the same bits. A NULL in a REAL column is NaN;
// infinities are REALs.
#pragma once

#include <cstdint>

#include "db/database.h"

namespace stepvault {

inline constexpr std::int64_t catalog_version = 5;
/// What brings a damaged or older catalog back.
inline constexpr const char* catalog_way_out = "run `stepvault reindex`";

/// Changes nothing. ErrorCode::unsupported for a newer version's catalog and for another program's database,
/// ErrorCode::corrupt for an older version's catalog.
Status examine_catalog(Database& database);

/// Makes the tables of an empty one in one transaction. Errors of examine_catalog, and ErrorCode::corrupt
/// where tables are missing.
Status prepare_catalog(Database& database);

/// The same checks where nothing can be changed.
Status check_catalog(Database& database);

}  // namespace stepvault
