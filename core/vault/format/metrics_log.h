#pragma once

#include <filesystem>
#include <functional>

#include "base/result.h"
#include "vault/format/metrics_frame.h"

namespace stepvault {

/// A run's metrics in the vault, so that they outlive its folder: an append-only file of checked frames
/// (FORMAT.md, "metrics.svlog"). A frame that a crash cut off is passed over by readers and overwritten by
/// the next append; a damaged one is reported. One writer (the holder of the run's lock), any number of
/// readers.
class MetricsLog {
 public:
    struct Extent {
        std::uint64_t sound_bytes = 0;  ///< up to where frames are whole
        bool damaged = false;           ///< some bytes before the last frame belong to no frame that is whole
    };
    using Visitor = std::function<void(MetricsFrame&&)>;
    /// Hands over the frames that are whole, in the order they were appended. An absent file is an empty log.
    static Result<Extent> read(const std::filesystem::path& path, const Visitor& visit);
    /// Appends at `at` (Extent::sound_bytes, then what this returned) and makes it durable. `original`: who
    /// may not read it may not read the log (restrict_readers()); null for none.
    static Result<std::uint64_t> append(const std::filesystem::path& path, std::uint64_t at,
                                        const MetricsFrame& frame, const File* original = nullptr);
    /// Puts a log of these frames in the place of what is there, whole or not at all, for no one who might
    /// not read that. Returns its end.
    static Result<std::uint64_t> replace(const std::filesystem::path& path,
                                         const std::vector<MetricsFrame>& frames);
};

}  // namespace stepvault
