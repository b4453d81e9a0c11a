#include "ui/session/snapshot_reader.h"

#include <algorithm>
#include <utility>

#include "ui/session/snapshot_update.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {
constexpr std::uint32_t sparkColumns = 24;
constexpr std::size_t mostPlanned = 3;

}  // namespace

Result<std::optional<VaultSnapshot>> SnapshotReader::read(const SnapshotRequest& request,
                                                          const JobContext& job) {
    STEPVAULT_TRY(job.check());
    OverviewRequest known{.version = request.knownVersion, .rules = rules_, .columns = sparkColumns};
    for (const auto& [run, entry] : entries_)
        known.runs.push_back({run, entry.revision});
    STEPVAULT_ASSIGN(overview, library_->queries().overview(known, job));
    rules_ = overview.rules;
    if (overview.is_unchanged) return std::optional<VaultSnapshot>();
    for (RunOverview& run : overview.changed) {
        Known& changed = entries_[run.info.row.id];
        renew(changed, std::move(run));
    }
    VaultSnapshot snapshot;
    snapshot.version = overview.version;
    std::map<std::string, Known> entries;
    for (const RunStanding& run : overview.runs) {
        Known& known_run = entries_[run.revision.run_id];
        known_run.revision = run.revision.revision;
        known_run.entry.info.state = run.state;
        if (run.part < overview.parts.size()) {
            const VaultPart& part = overview.parts[run.part];
            known_run.entry.place = toQString(part.title);
            known_run.entry.isBeside = run.part > 0;
            known_run.entry.isOld = part.is_old();
        }
        snapshot.runs.push_back(known_run.entry);
        entries.insert(entries_.extract(run.revision.run_id));
    }
    entries_ = std::move(entries);
    snapshot.disk = overview.disk;
    if (!request.run.empty()) {
        auto run = readRun(request);
        if (run.ok()) {
            lastRun_ = *run;
            snapshot.run = std::move(*run);
        } else {
            snapshot.run = oldRun(request);
            if (!snapshot.run) return std::move(run).error();
        }
    }
    return std::optional(std::move(snapshot));
}

std::optional<RunSnapshot> SnapshotReader::oldRun(const SnapshotRequest& request) const {
    if (!lastRun_) return std::nullopt;
    const RunRow& row = lastRun_->info.row;
    const auto known = entries_.find(row.id);
    const bool isOld = known != entries_.end() && known->second.entry.isOld;
    return isOld && (request.run == row.id || request.run == row.name) ? lastRun_ : std::nullopt;
}

Result<std::optional<RunSnapshot>> SnapshotReader::readRun(const SnapshotRequest& request) {
    RunSnapshot snapshot;
    auto info = library_->queries().run(request.run);
    if (!info.ok()) {
        if (info.error().code == ErrorCode::not_found) return std::optional<RunSnapshot>();
        return std::move(info).error();
    }
    snapshot.info = std::move(*info);
    const std::string& id = snapshot.info.row.id;
    STEPVAULT_ASSIGN(checkpoints, library_->queries().checkpoints(id));
    STEPVAULT_ASSIGN(series, library_->queries().series(id));
    snapshot.checkpoints = std::move(checkpoints);
    snapshot.series = std::move(series);
    const auto seriesOf = [&](const std::string& tag) {
        return std::ranges::find(snapshot.series, tag, &SeriesRow::tag);
    };
    if (std::exchange(metricsOf_, id) != id) metrics_.clear();
    const bool isKnown = seriesOf(request.tag) != snapshot.series.end();
    snapshot.tag = isKnown ? request.tag : snapshot.info.loss_tag;
    if (const auto shown = seriesOf(snapshot.tag); shown != snapshot.series.end()) {
        STEPVAULT_ASSIGN(metric, readMetric(snapshot.info, *shown));
        snapshot.metric = std::move(metric);
    }
    for (const std::string& tag : request.beside) {
        const auto shown = seriesOf(tag);
        if (shown == snapshot.series.end() || tag == snapshot.tag) continue;
        STEPVAULT_ASSIGN(metric, readMetric(snapshot.info, *shown));
        snapshot.beside.push_back({tag, std::move(metric)});
    }
    std::erase_if(metrics_, [&](const auto& known) {
        return known.first != snapshot.tag &&
               std::ranges::find(snapshot.beside, known.first, &NamedCurve::tag) == snapshot.beside.end();
    });
    if (snapshot.info.state != RunState::finished) {
        auto planned = library_->queries().planned_steps(id, snapshot.info.last_step, mostPlanned);
        if (planned.ok()) snapshot.planned = std::move(*planned);
    }
    judge(snapshot);
    return std::optional(std::move(snapshot));
}

void SnapshotReader::renew(Known& known, RunOverview run) {
    std::shared_ptr<const RunHyperparameters> kept = std::move(known.entry.params);
    if (run.params.values.empty()) {
        kept = nullptr;
    } else if (kept == nullptr || *kept != run.params) {
        kept = std::make_shared<const RunHyperparameters>(std::move(run.params));
    }
    known.entry = {std::move(run.info), std::move(run.spark), std::move(kept)};
}

Result<std::shared_ptr<const MetricCurve>> SnapshotReader::readMetric(const RunInfo& run,
                                                                      const SeriesRow& series) {
    KnownMetric& known = metrics_[series.tag];
    const bool isRead = known.curve != nullptr;
    if (isRead && known.series.points == series.points && known.series.last_step == series.last_step)
        return known.curve;
    const bool isLoss = series.tag == run.loss_tag;
    // Mostly points are added behind the last one; then the others need not be read again.
    const auto after = isRead && !known.curve->points.empty() ? std::optional(known.curve->points.back().step)
                                                              : std::optional<std::int64_t>();
    STEPVAULT_ASSIGN(points, library_->queries().points(run.row.id, series.tag, after));
    const bool isAdded = after && known.curve->points.size() + points.size() == series.points;
    if (after && !isAdded) {
        STEPVAULT_ASSIGN(all, library_->queries().points(run.row.id, series.tag));
        points = std::move(all);
    }
    std::vector<SeriesPoint> curve;
    if (isAdded) curve = known.curve->points;
    curve.reserve(curve.size() + points.size());
    for (const MetricPoint& point : points)
        curve.push_back({point.step, point.time, point.value});
    known = {series, std::make_shared<const MetricCurve>(makeCurve(std::move(curve), isLoss))};
    return known.curve;
}

void SnapshotReader::judge(RunSnapshot& run) {
    if (rules_.empty()) return;
    run.rules = rules_;
    const bool isOther = run.rules.best && !run.rules.best->tag.empty() && run.rules.best->tag != run.tag;
    if (isOther) {
        const auto points = library_->queries().points(run.info.row.id, run.rules.best->tag);
        run.retention = judgeCheckpoints(run, points ? *points : std::vector<MetricPoint>());
    } else {
        run.retention = judgeCheckpoints(run, run.curve());
    }
    if (run.rules.best && run.rules.best->tag.empty()) run.rules.best->tag = run.info.loss_tag;
}

}  // namespace stepvault::ui
