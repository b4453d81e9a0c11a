// Bucket statistics as they are stored in step files (FORMAT.md, "statistics"). Counts are exact; in the five
// highest exponents of a set the other figures have 24 and 16 bits of precision, below fewer, where they
// matter less.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "codec/bucket_statistics.h"

namespace stepvault {

void write_statistics(ByteWriter& out, std::span<const BucketStatistics> sets);
/// `sets`: how many were written. ErrorCode::corrupt where they are not there.
Result<std::vector<BucketStatistics>> read_statistics(ByteReader& in, std::size_t sets);

}  // namespace stepvault
