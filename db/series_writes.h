#pragma once

#include <cstdint>

#include "db/database.h"
#include "metrics/series_merger.h"

namespace stepvault {

/// Changes a curve of the run with the key `run`, inside the caller's transaction. Removes a series that has
/// no points left. A change at the end of a curve costs as much as its points and one block.
Status write_series(Database& database, std::int64_t run, const SeriesChange& change);

}  // namespace stepvault
