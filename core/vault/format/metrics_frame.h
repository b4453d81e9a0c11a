// One frame of a run's metrics log (FORMAT.md, "metrics.svlog").
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/file.h"
#include "metrics/series_point.h"

namespace stepvault {

/// Consecutive points from one source.
struct MetricsFrame {
    /// Position behind all earlier points that the source gave for the tag.
    static constexpr std::uint64_t behind_all = std::numeric_limits<std::uint64_t>::max();

    struct Tag {
        std::string name;
        /// Number of points of the tag that precede this frame's points in the source. If more are known, the
        /// source was rewritten from this position on.
        std::uint64_t position = behind_all;
    };
    struct Point {
        std::uint32_t tag = 0;  ///< index into `tags`
        SeriesPoint point;
    };

    std::string source;  ///< path below the run's folder; empty if unknown
    std::optional<FileIdentity>
        read;  ///< set if this frame completes the reading of this version of the source
    std::vector<Tag> tags;
    std::vector<Point> points;  ///< in the source's order
};

/// The payload of a frame, without the log's own header and checksum.
Bytes encode_metrics_frame(const MetricsFrame& frame);
/// nullopt if the payload is not a valid frame.
std::optional<MetricsFrame> decode_metrics_frame(ByteView payload);
/// Decodes a payload of the first version, which names no source.
std::optional<MetricsFrame> decode_first_metrics_frame(ByteView payload);

}  // namespace stepvault
