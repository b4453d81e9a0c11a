#include "ui/session/snapshot_reader.h"

#include <algorithm>
#include <utility>

#include "plan/plan_file.h"
#include "ui/session/snapshot_update.h"

namespace stepvault::ui {

namespace {
constexpr int sparkColumns = 24;
constexpr std::size_t mostPlanned = 3;

/// The next ones of a training that goes on.
std::vector<std::int64_t> plannedSteps(const RunInfo& info) {
    if (info.state == RunState::finished) return {};
    const auto plan = PlanFile::read(std::filesystem::path(info.row.folder) / plan_file_name);
    if (!plan) return {};
    return plan->next_after(info.last_step.value_or(plan->from), mostPlanned);
}

}  // namespace

Result<std::optional<VaultSnapshot>> SnapshotReader::read(const SnapshotRequest& request,
                                                          const JobContext& job) {
    STEPVAULT_TRY(job.check());
    STEPVAULT_ASSIGN(version, library_->queries().version());
    const auto read = library_->maintenance().retention_rules();
    const RetentionRules rules = read ? *read : RetentionRules();
    const bool isJudgedAnew = std::exchange(rules_, rules) != rules;
    if (request.knownVersion == version && !isJudgedAnew) return std::optional<VaultSnapshot>();
    VaultSnapshot snapshot;
    snapshot.version = version;
    STEPVAULT_ASSIGN(revisions, library_->queries().revisions());
    for (const RunRevision& run : revisions) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(entry, entryOf(run));
        snapshot.runs.push_back(std::move(entry));
    }
    std::erase_if(entries_, [&](const auto& known) {
        return std::ranges::find(revisions, known.first, &RunRevision::run_id) == revisions.end();
    });
    snapshot.disk = disk_space(library_->folder());
    if (!request.run.empty()) {
        STEPVAULT_ASSIGN(run, readRun(request));
        snapshot.run = std::move(run);
    }
    return std::optional(std::move(snapshot));
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
    snapshot.planned = plannedSteps(snapshot.info);
    judge(snapshot);
    return std::optional(std::move(snapshot));
}

Result<RunEntry> SnapshotReader::entryOf(const RunRevision& run) {
    Known& known = entries_[run.run_id];
    if (known.entry.info.row.id.empty() || known.revision != run.revision) {
        STEPVAULT_ASSIGN(info, library_->queries().run(run.run_id));
        STEPVAULT_ASSIGN(values, spark(info));
        // Without them a run is shown all the same.
        auto params = library_->queries().hyperparameters(run.run_id);
        std::shared_ptr<const RunHyperparameters> kept = std::move(known.entry.params);
        if (!params.ok() || params->values.empty()) {
            kept = nullptr;
        } else if (kept == nullptr || *kept != *params) {
            kept = std::make_shared<const RunHyperparameters>(std::move(*params));
        }
        known = {run.revision, {std::move(info), std::move(values), std::move(kept)}};
    }
    known.entry.info.state = library_->queries().state(known.entry.info);
    return known.entry;
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

Result<std::vector<double>> SnapshotReader::spark(const RunInfo& run) {
    if (run.loss_tag.empty()) return std::vector<double>();
    STEPVAULT_ASSIGN(series, library_->queries().series(run.row.id));
    const auto primary =
        std::find_if(series.begin(), series.end(), [&](const SeriesRow& s) { return s.tag == run.loss_tag; });
    if (primary == series.end()) return std::vector<double>();
    STEPVAULT_ASSIGN(columns, library_->queries().chart(run.row.id, run.loss_tag, {}, sparkColumns));
    std::vector<double> values;
    for (const PointSummary& column : columns) {
        if (column.finite() == 0) continue;
        const bool rises = column.low.step <= column.high.step;
        values.push_back(rises ? column.low.value : column.high.value);
        if (column.low.step != column.high.step)
            values.push_back(rises ? column.high.value : column.low.value);
    }
    return values;
}

}  // namespace stepvault::ui
