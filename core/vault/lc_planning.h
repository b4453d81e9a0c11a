// Scheme `lc` for a whole checkpoint: its bucket tables.
#pragma once

#include "vault/chunk_source.h"
#include "vault/step_content.h"

namespace stepvault {

/// Fills in the bucket tables of all streams of coding lc, one for each stream or, where a few large deltas
/// would take the buckets from all the others, one for each payload. Reads those streams once; their
/// statistics go into `statistics` (by payload).
Status plan_lc(StepContent& content, ChunkSource& source, std::vector<BucketStatistics>& statistics);

}  // namespace stepvault
