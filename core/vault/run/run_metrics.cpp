#include "vault/run/run_metrics.h"

#include <system_error>
#include <unordered_map>

#include "base/error.h"
#include "vault/format/metrics_log.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Keeps a damaged log under a second name, so that there is a log at all times.
Status keep_damaged(const fs::path& file) {
    for (int n = 1;; ++n) {
        std::error_code ec;
        const fs::path kept = file.native() + ".damaged-" + std::to_string(n);
        fs::create_hard_link(file, kept, ec);
        if (ec == std::errc::file_exists) continue;
        if (ec) fs::copy_file(file, kept, ec);
        return ec ? Status(system_error(ec.value(), "keep", kept.native())) : Status();
    }
}

}  // namespace

Result<std::unique_ptr<RunMetrics>> RunMetrics::read(const fs::path& run_folder) {
    std::unique_ptr<RunMetrics> metrics(new RunMetrics(metrics_file(run_folder)));
    STEPVAULT_ASSIGN(extent, MetricsLog::read(metrics->log_, [&](MetricsFrame&& f) { metrics->take(f); }));
    metrics->end_ = extent.sound_bytes;
    metrics->damaged_ = extent.damaged;
    return metrics;
}

Result<std::unique_ptr<RunMetrics>> RunMetrics::open(const fs::path& run_folder) {
    STEPVAULT_ASSIGN(metrics, read(run_folder));
    if (metrics->damaged_) STEPVAULT_TRY(metrics->repair());
    return std::move(metrics);
}

Status RunMetrics::repair() {
    std::vector<MetricsFrame> whole;
    STEPVAULT_TRY(MetricsLog::read(log_, [&](MetricsFrame&& f) { whole.push_back(std::move(f)); }));
    // Read all sources again, since some of their points are lost.
    read_.clear();
    for (auto& frame : whole)
        frame.read.reset();
    STEPVAULT_TRY(keep_damaged(log_));
    STEPVAULT_ASSIGN(end, MetricsLog::replace(log_, whole));
    end_ = end;
    return {};
}

Result<std::uint64_t> RunMetrics::add(const MetricReading& reading) {
    auto& source = curves_.source(reading.source);
    if (reading.from_start) source.rewind();
    MetricsFrame frame;
    frame.source = reading.source;
    std::unordered_map<std::string, std::uint32_t> fresh_tags;
    for (const auto& p : reading.points) {
        const SeriesPoint point{.step = p.step, .time = p.time, .value = p.value};
        auto fresh = fresh_tags.find(p.tag);
        if (fresh == fresh_tags.end()) {
            if (source.tracks() >= most_tags && !source.has(p.tag)) continue;
            auto& series = source.track(p.tag).series();
            if (series.repeats(point)) continue;
            fresh = fresh_tags.emplace(p.tag, static_cast<std::uint32_t>(frame.tags.size())).first;
            frame.tags.push_back({p.tag, series.position()});
        }
        frame.points.push_back({fresh->second, point});
    }
    if (reading.read && !has_read(reading.source, *reading.read)) frame.read = reading.read;
    if (frame.points.empty() && !frame.read) return 0;
    STEPVAULT_ASSIGN(end, MetricsLog::append(log_, end_, frame));
    end_ = end;
    take(frame);
    return frame.points.size();
}

bool RunMetrics::has_read(const std::string& source, const FileIdentity& version) const {
    const auto known = read_.find(source);
    return known != read_.end() && known->second == version;
}

void RunMetrics::take(const MetricsFrame& frame) {
    auto& source = curves_.source(frame.source);
    std::vector<SeriesMerger::Track*> tracks;
    for (const auto& tag : frame.tags) {
        tracks.push_back(&source.track(tag.name));
        tracks.back()->series().continue_at(tag.position);
    }
    for (const auto& [tag, point] : frame.points)
        source.add(frame.tags[tag].name, *tracks[tag], point);
    if (frame.read) read_[frame.source] = *frame.read;
}

}  // namespace stepvault
