#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "metrics/metric_source.h"
#include "metrics/series_merger.h"
#include "vault/format/metrics_frame.h"

namespace stepvault {

/// The points that a metric source gave on one call.
struct MetricReading {
    std::string source;  ///< path below the run's folder, not empty; the same in every process
    bool from_start = false;
    std::vector<MetricPoint> points;
    std::optional<FileIdentity> read;  ///< the version of the source that these points complete, if any
};

/// A run's metrics: the log, which keeps all points that were read, and the curves made from it. A log gives
/// the same curves however and whenever they are made. Not thread-safe.
class RunMetrics {
 public:
    /// Most tags of one source; further tags are ignored.
    static constexpr std::size_t most_tags = 10'000;

    /// The caller must hold the run's lock. Copies the sound part of a damaged log into a new log, and keeps
    /// the damaged file for programs that can read more of it.
    static Result<std::unique_ptr<RunMetrics>> open(const std::filesystem::path& run_folder);
    /// Changes nothing and skips damaged parts. add() must not be called on the result.
    static Result<std::unique_ptr<RunMetrics>> read(const std::filesystem::path& run_folder);

    /// Stores the points that are new for the source and returns their number.
    Result<std::uint64_t> add(const MetricReading& reading);
    /// True if all of this version of the source has been read.
    [[nodiscard]] bool has_read(const std::string& source, const FileIdentity& version) const;

    [[nodiscard]] SeriesMerger& curves() { return curves_; }
    [[nodiscard]] const std::filesystem::path& log() const { return log_; }
    /// Offset of the log's end, which identifies the state of the log.
    [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
    explicit RunMetrics(std::filesystem::path log) : log_(std::move(log)) {}
    void take(const MetricsFrame& frame);
    Status repair();

    std::filesystem::path log_;
    std::uint64_t end_ = 0;
    bool damaged_ = false;
    SeriesMerger curves_;
    std::map<std::string, FileIdentity> read_;  ///< by source
};

}  // namespace stepvault
