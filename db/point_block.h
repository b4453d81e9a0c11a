// Some hundred points of a curve as byte strings: what the catalog keeps of them.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "metrics/point_summary.h"

namespace stepvault {

/// In a full block: few enough that a chart may take those apart in which its columns end, and enough that
/// the summaries of a million points are read in a moment.
inline constexpr std::size_t block_points = 256;

Bytes encode_points(std::span<const SeriesPoint> points);
/// ErrorCode::corrupt where it is cut off.
Result<std::vector<SeriesPoint>> decode_points(ByteView bytes);

Bytes encode_summary(const PointSummary& summary);
/// ErrorCode::corrupt where it is cut off or longer.
Result<PointSummary> decode_summary(ByteView bytes);

}  // namespace stepvault
