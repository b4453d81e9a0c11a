// Bucket statistics as they are stored in step files (FORMAT.md, "statistics"). Counts are exact; in the five
// highest exponents of a set the other figures have 24 and 16 bits of precision, below fewer, where they
// matter less.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "codec/bucket_statistics.h"

namespace stepvault {

/// In all sets together; each takes far more memory than it is stored in.
constexpr std::size_t most_statistics_buckets = std::size_t{1} << 23;
std::size_t bucket_count(std::span<const BucketStatistics> sets);

/// As FORMAT.md says.
void write_statistics(ByteWriter& out, std::span<const BucketStatistics> sets);
/// `sets`: how many were written. ErrorCode::corrupt where they are not there, or more
/// than most_statistics_buckets.
Result<std::vector<BucketStatistics>> read_statistics(ByteReader& in, std::size_t sets);

}  // namespace stepvault
