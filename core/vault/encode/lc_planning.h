// Scheme `lc` for a whole checkpoint: its bucket tables.
#pragma once

#include "vault/encode/chunk_source.h"
#include "vault/format/step_content.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Builds the bucket tables of `streams`, one row for each stream, as `choice` asks, and chooses each
/// payload's table in `layout`. `statistics`: by payload. `codes` may be null.
std::vector<std::vector<LcTable>> lc_tables(StepLayout& layout, const std::vector<std::uint32_t>& streams,
                                            const std::vector<BucketStatistics>& statistics,
                                            const SchemeChoice& choice, HuffmanCache* codes);

/// Fills in the bucket tables of all streams of coding lc, as `choice` asks. Reads those streams once; their
/// statistics go into `statistics` (by payload). `codes` may be null.
Status plan_lc(StepContent& content, ChunkSource& source, const SchemeChoice& choice, HuffmanCache* codes,
               std::vector<BucketStatistics>& statistics);

}  // namespace stepvault
