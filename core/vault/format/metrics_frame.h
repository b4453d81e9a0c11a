// What one frame of a run's metrics log says (FORMAT.md, "metrics.svlog").
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

/// Points that a source gave one after another.
struct MetricsFrame {
    /// Behind all that the source gave of the tag before.
    static constexpr std::uint64_t behind_all = std::numeric_limits<std::uint64_t>::max();

    struct Tag {
        std::string name;
        /// How many points of it the source gives before those of this frame. Where more are known, it was
        /// rewritten from there on.
        std::uint64_t position = behind_all;
    };
    struct Point {
        std::uint32_t tag = 0;  ///< its place in `tags`
        SeriesPoint point;
    };

    std::string source;                ///< path below the run's folder; empty where it is not known
    std::optional<FileIdentity> read;  ///< with this frame, all of this version of the source has been read
    std::vector<Tag> tags;
    std::vector<Point> points;  ///< in the order of the source
};

/// The payload of a frame, without the log's own head and checksum.
Bytes encode_metrics_frame(const MetricsFrame& frame);
/// nullopt where the payload is no frame.
std::optional<MetricsFrame> decode_metrics_frame(ByteView payload);
/// The payload of the first version, which has no source.
std::optional<MetricsFrame> decode_first_metrics_frame(ByteView payload);

}  // namespace stepvault
