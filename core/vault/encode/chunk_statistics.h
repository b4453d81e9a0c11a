#pragma once

#include <utility>
#include <vector>

#include "codec/bucket_statistics.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Statistics of the payloads that a chunk touches, each with its payload's index.
using ChunkStatistics = std::vector<std::pair<std::uint32_t, BucketStatistics>>;

/// `values` against `before`, both of the chunk's size.
ChunkStatistics chunk_statistics(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                                 ByteView values, ByteView before);

/// Adds to what is known of each payload.
void merge(std::vector<BucketStatistics>& by_payload, const ChunkStatistics& statistics);

/// Exactly, to travel between processes.
void put_statistics(ByteWriter& out, const ChunkStatistics& statistics);
ChunkStatistics get_statistics(ByteReader& in);

}  // namespace stepvault
