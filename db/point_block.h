// Blocks of some hundred points of a curve, as byte strings in the catalog.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "metrics/point_summary.h"

namespace stepvault {

/// Points in a full block: few enough that a chart can decode the blocks in which its columns end, and enough
/// that the summaries of a million points are read quickly.
inline constexpr std::size_t block_points = 256;

Bytes encode_points(std::span<const SeriesPoint> points);
/// ErrorCode::corrupt if `bytes` is cut off.
Result<std::vector<SeriesPoint>> decode_points(ByteView bytes);

Bytes encode_summary(const PointSummary& summary);
/// ErrorCode::corrupt if `bytes` is cut off or too long.
Result<PointSummary> decode_summary(ByteView bytes);

}  // namespace stepvault
