// Scheme `lc` for a whole checkpoint: its bucket tables.
#pragma once

#include "vault/chunk_source.h"
#include "vault/scheme_choice.h"
#include "vault/step_content.h"

namespace stepvault {

/// Fills in the bucket tables of all streams of coding lc, as `choice` has it. Reads those streams once;
/// their statistics go into `statistics` (by payload). `codes` may be null.
Status plan_lc(StepContent& content, ChunkSource& source, const SchemeChoice& choice, HuffmanCache* codes,
               std::vector<BucketStatistics>& statistics);

}  // namespace stepvault
