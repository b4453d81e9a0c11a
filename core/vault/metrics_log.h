#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// A run's curves in the vault, so that they outlive its folder: an append-only file of checked frames
/// (FORMAT.md, "metrics.svlog"). A frame that a crash cut off is passed over by readers and overwritten by
/// the next append; a damaged one is reported. One writer (the holder of the run's lock), any number of
/// readers.
class MetricsLog {
 public:
    struct Content {
        std::vector<MetricPoint> points;  ///< in the order they were appended
        std::uint64_t sound_bytes = 0;    ///< up to where frames are whole
        bool damaged = false;  ///< some bytes before the last frame belong to no frame that is whole
    };
    /// An absent file is an empty log.
    static Result<Content> read(const std::filesystem::path& path);
    /// Appends one frame at `at` (Content::sound_bytes, then what this returned) and makes it durable.
    static Result<std::uint64_t> append(const std::filesystem::path& path, std::uint64_t at,
                                        const std::vector<MetricPoint>& points);
};

}  // namespace stepvault
