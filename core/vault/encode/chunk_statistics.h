#pragma once

#include <utility>
#include <vector>

#include "codec/bucket_statistics.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Statistics of the payloads that a chunk touches, each with its payload's index.
using ChunkStatistics = std::vector<std::pair<std::uint32_t, BucketStatistics>>;

/// Statistics of the changes from `before` to `values`, both of the size of the chunk.
ChunkStatistics chunk_statistics(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                                 ByteView values, ByteView before);

/// Adds the statistics of a chunk to those of its payloads.
void merge(std::vector<BucketStatistics>& by_payload, const ChunkStatistics& statistics);

/// Encodes the statistics, exactly, for an exchange between processes; get_statistics() decodes them.
void put_statistics(ByteWriter& out, const ChunkStatistics& statistics);
ChunkStatistics get_statistics(ByteReader& in);

}  // namespace stepvault
