#include "ui/session/snapshot_update.h"

#include <tuple>

namespace stepvault::ui {

namespace {

/// Longer curves take too long for the GUI thread; the reader gets them a second later.
constexpr std::size_t mostPoints = 200'000;

/// Order of Queries::checkpoints().
auto keyOf(const CheckpointRow& row) {
    return std::tie(row.step, row.source, row.generation, row.id);
}

void addTimes(RunInfo& info, double time, double now) {
    if (time > 0) info.activity.last_growth = std::max(info.activity.last_growth.value_or(0), time);
    info.state = run_state(info.activity, now);
}

bool addCheckpoint(RunSnapshot& run, const CheckpointRow& row) {
    auto& rows = run.checkpoints;
    if (std::ranges::find(rows, row.id, &CheckpointRow::id) != rows.end()) return false;
    rows.insert(std::ranges::upper_bound(rows, keyOf(row), {}, keyOf), row);
    const bool isByOtherMetric =
        run.rules.best && !run.rules.best->tag.empty() && run.rules.best->tag != run.tag;
    if (run.rules.empty() || isByOtherMetric)
        run.retention.clear();
    else
        run.retention = judgeCheckpoints(run, run.curve());
    run.info.checkpoints = rows.size();
    run.info.original_bytes += row.original_bytes;
    run.info.stored_bytes += row.stored_bytes;
    return true;
}

/// `info`: of the list or of the shown run.
void addCheckpoint(RunInfo& info, const CheckpointRow& row, double now) {
    info.last_step = std::max(info.last_step.value_or(row.step), row.step);
    addTimes(info, row.saved, now);
}

void addPoints(RunInfo& info, const SeriesChange& change, double now) {
    const auto& last = change.points.back();
    info.last_step = std::max(info.last_step.value_or(last.step), last.step);
    if (change.tag != info.loss_tag) return;
    info.last_loss = last.value;
    addTimes(info, last.time, now);
}

void addPointsBeside(RunSnapshot& run, const SeriesChange& change) {
    const auto beside = std::ranges::find(run.beside, change.tag, &NamedCurve::tag);
    if (beside == run.beside.end() || beside->curve->points.size() > mostPoints) return;
    beside->curve = std::make_shared<const MetricCurve>(changedCurve(beside->curve->points, change, false));
}

bool addPoints(RunSnapshot& run, const SeriesChange& change) {
    if (change.tag != run.tag || run.curve().size() > mostPoints) return false;
    run.metric = std::make_shared<const MetricCurve>(
        changedCurve(run.curve(), change, change.tag == run.info.loss_tag));
    const auto series = std::ranges::find(run.series, change.tag, &SeriesRow::tag);
    if (series == run.series.end() || run.metric->points.empty()) return true;
    series->points = run.metric->points.size();
    series->last_step = run.metric->points.back().step;
    series->last_value = run.metric->points.back().value;
    return true;
}

}  // namespace

MetricCurve makeCurve(std::vector<SeriesPoint> points, bool isLoss) {
    MetricCurve curve;
    curve.points = std::move(points);
    curve.interruptions = find_interruptions(curve.points);
    if (!isLoss) return curve;
    std::vector<LossValue> losses;
    losses.reserve(curve.points.size());
    for (const SeriesPoint& point : curve.points)
        losses.push_back({point.step, point.value});
    curve.troubles = find_loss_troubles(losses);
    return curve;
}

MetricCurve changedCurve(std::span<const SeriesPoint> points, const SeriesChange& change, bool isLoss) {
    const auto end = std::ranges::lower_bound(points, change.from, {}, &SeriesPoint::step);
    std::vector<SeriesPoint> changed(points.begin(), end);
    changed.insert(changed.end(), change.points.begin(), change.points.end());
    return makeCurve(std::move(changed), isLoss);
}

bool applyEvent(VaultSnapshot& snapshot, const WatchEvent& event, double now) {
    const bool isOfShown = snapshot.run && snapshot.run->info.row.id == event.run_id;
    const auto listed = std::ranges::find(snapshot.runs, event.run_id,
                                          [](const RunEntry& entry) { return entry.info.row.id; });
    bool isChanged = false;
    if (event.checkpoint) {
        if (listed != snapshot.runs.end()) addCheckpoint(listed->info, *event.checkpoint, now);
        if (isOfShown) addCheckpoint(snapshot.run->info, *event.checkpoint, now);
        isChanged = (isOfShown && addCheckpoint(*snapshot.run, *event.checkpoint)) || !isOfShown;
    }
    for (const SeriesChange& change : event.changes) {
        if (change.points.empty()) continue;
        if (listed != snapshot.runs.end()) addPoints(listed->info, change, now);
        if (isOfShown) {
            addPoints(snapshot.run->info, change, now);
            (void)addPoints(*snapshot.run, change);
            addPointsBeside(*snapshot.run, change);
        }
        isChanged = true;
    }
    return isChanged && listed != snapshot.runs.end();
}

}  // namespace stepvault::ui
