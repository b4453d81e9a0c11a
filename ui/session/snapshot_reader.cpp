#include "ui/session/snapshot_reader.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "plan/plan_file.h"

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
    STEPVAULT_ASSIGN(runs, library_->queries().runs());
    for (RunInfo& info : runs) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(values, spark(info));
        snapshot.runs.push_back({std::move(info), std::move(values)});
    }
    snapshot.vaultBytes = folderBytes(library_->folder());
    snapshot.disk = diskSpace(library_->folder());
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
    const bool isKnown = seriesOf(request.tag) != snapshot.series.end();
    snapshot.tag = isKnown ? request.tag : snapshot.info.loss_tag;
    if (const auto shown = seriesOf(snapshot.tag); shown != snapshot.series.end()) {
        STEPVAULT_ASSIGN(metric, readMetric(snapshot.info, *shown));
        snapshot.metric = std::move(metric);
    }
    snapshot.planned = plannedSteps(snapshot.info);
    judge(snapshot);
    return std::optional(std::move(snapshot));
}

Result<std::shared_ptr<const MetricCurve>> SnapshotReader::readMetric(const RunInfo& run,
                                                                      const SeriesRow& series) {
    const bool isSame = metric_ && metricOf_ == run.row.id && series_.tag == series.tag &&
                        series_.points == series.points && series_.last_step == series.last_step;
    if (isSame) return metric_;
    STEPVAULT_ASSIGN(points, library_->queries().points(run.row.id, series.tag));
    MetricCurve curve;
    curve.points.reserve(points.size());
    for (const MetricPoint& point : points)
        curve.points.push_back({point.step, point.time, point.value});
    curve.interruptions = find_interruptions(curve.points);
    if (series.tag == run.loss_tag) {
        std::vector<LossValue> losses;
        losses.reserve(curve.points.size());
        for (const SeriesPoint& point : curve.points)
            losses.push_back({point.step, point.value});
        curve.troubles = find_loss_troubles(losses);
    }
    metricOf_ = run.row.id;
    series_ = series;
    metric_ = std::make_shared<const MetricCurve>(std::move(curve));
    return metric_;
}

void SnapshotReader::judge(RunSnapshot& run) {
    if (rules_.empty()) return;
    run.rules = rules_;
    // As the plan of a removal has it: the value at a step, or the last one before it.
    const auto judgeBy = [&run](const auto& points) {
        return judge_rows(run.checkpoints, run.rules, [&points](std::int64_t step) {
            const auto after =
                std::ranges::upper_bound(points, step, {}, [](const auto& point) { return point.step; });
            return after == points.begin() ? std::nullopt : std::optional(std::prev(after)->value);
        });
    };
    const bool isOther = run.rules.best && !run.rules.best->tag.empty() && run.rules.best->tag != run.tag;
    if (isOther) {
        const auto points = library_->queries().points(run.info.row.id, run.rules.best->tag);
        run.retention = judgeBy(points ? *points : std::vector<MetricPoint>());
    } else {
        run.retention = judgeBy(run.curve());
    }
    if (run.rules.best && run.rules.best->tag.empty()) run.rules.best->tag = run.info.loss_tag;
}

Result<std::vector<double>> SnapshotReader::spark(const RunInfo& run) {
    if (run.loss_tag.empty()) return std::vector<double>();
    STEPVAULT_ASSIGN(series, library_->queries().series(run.row.id));
    const auto primary =
        std::find_if(series.begin(), series.end(), [&](const SeriesRow& s) { return s.tag == run.loss_tag; });
    if (primary == series.end()) return std::vector<double>();
    Spark& known = sparks_[run.row.id];
    if (known.points == primary->points && known.lastStep == primary->last_step) return known.values;
    STEPVAULT_ASSIGN(columns, library_->queries().chart(run.row.id, run.loss_tag, {}, sparkColumns));
    known = {primary->points, primary->last_step, {}};
    for (const PointSummary& column : columns) {
        if (column.finite() == 0) continue;
        const bool rises = column.low.step <= column.high.step;
        known.values.push_back(rises ? column.low.value : column.high.value);
        if (column.low.step != column.high.step)
            known.values.push_back(rises ? column.high.value : column.low.value);
    }
    return known.values;
}

std::uint64_t folderBytes(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::uint64_t bytes = 0;
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        std::error_code sizeError;
        if (!it->is_regular_file(sizeError) || sizeError) continue;
        const std::uintmax_t size = it->file_size(sizeError);
        if (!sizeError) bytes += size;
    }
    return bytes;
}

}  // namespace stepvault::ui
