#pragma once

#include <filesystem>
#include <functional>

#include "base/result.h"
#include "vault/format/metrics_frame.h"

namespace stepvault {

/// A run's metrics in the vault, which outlive the run's folder: an append-only file of frames with checksums
/// (FORMAT.md, "metrics.svlog"). Readers skip a frame that a crash cut off, and the next append overwrites
/// it; a damaged frame is reported. One writer (the holder of the run's lock), any number of readers.
class MetricsLog {
 public:
    struct Extent {
        std::uint64_t sound_bytes = 0;  ///< offset of the end of the last whole frame
        bool damaged = false;           ///< some bytes before the last frame belong to no whole frame
    };
    using Visitor = std::function<void(MetricsFrame&&)>;
    /// Passes the whole frames to `visit` in the order in which they were appended. A missing file counts as
    /// an empty log.
    static Result<Extent> read(const std::filesystem::path& path, const Visitor& visit);
    /// Appends at `at` (Extent::sound_bytes, then the previous call's result) and makes the frame durable.
    static Result<std::uint64_t> append(const std::filesystem::path& path, std::uint64_t at,
                                        const MetricsFrame& frame);
    /// Atomically replaces the existing log with one of these frames. Returns the end of the new log.
    static Result<std::uint64_t> replace(const std::filesystem::path& path,
                                         const std::vector<MetricsFrame>& frames);
};

}  // namespace stepvault
