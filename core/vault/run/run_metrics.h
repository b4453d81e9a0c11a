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

/// What a source gave on one call.
struct MetricReading {
    std::string source;  ///< path below the run's folder, not empty; the same in every process
    bool from_start = false;
    std::vector<MetricPoint> points;
    std::optional<FileIdentity> read;  ///< with these points, all of this version of the source has been read
    std::filesystem::path file = {};  ///< who may not read it may not read the log; empty where there is none
};

/// A run's metrics: the log, which keeps all that was read, and the curves that follow from it. The curves of
/// a log are the same however and whenever they are made. Not thread-safe.
class RunMetrics {
 public:
    /// More tags of one source than this are passed over.
    static constexpr std::size_t most_tags = 10'000;

    /// For the holder of the run's lock. What is left of a damaged log goes into a new one; the damaged one
    /// is kept for whoever can read more.
    static Result<std::unique_ptr<RunMetrics>> open(const std::filesystem::path& run_folder);
    /// Changes nothing, and add() must not be called; what is damaged is passed over.
    static Result<std::unique_ptr<RunMetrics>> read(const std::filesystem::path& run_folder);

    /// Stores what was not known of the source and returns the number of those points.
    Result<std::uint64_t> add(const MetricReading& reading);
    /// True where all of this version of the source has been read.
    [[nodiscard]] bool has_read(const std::string& source, const FileIdentity& version) const;

    [[nodiscard]] SeriesMerger& curves() { return curves_; }
    [[nodiscard]] const std::filesystem::path& log() const { return log_; }
    /// Where the log ends: tells its states apart.
    [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
    explicit RunMetrics(std::filesystem::path log) : log_(std::move(log)) {}
    void take(const MetricsFrame& frame);
    Status append(const MetricsFrame& frame, const std::filesystem::path& file);
    Status repair();

    std::filesystem::path log_;
    std::uint64_t end_ = 0;
    bool damaged_ = false;
    SeriesMerger curves_;
    std::map<std::string, FileIdentity> read_;  ///< by source
};

}  // namespace stepvault
