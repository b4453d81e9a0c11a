// Brings a snapshot up to date by events of watching, before the catalog is read again.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "library/watch/watch_event.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// Adds the checkpoint or the points of `event` to the snapshot: to the list of runs and, if the event is of
/// the run that is shown, to its table and chart. `now`: seconds since the epoch. Returns whether the
/// snapshot changed. Applying an event twice changes nothing more.
bool applyEvent(VaultSnapshot& snapshot, const WatchEvent& event, double now);

/// The curve with `change` applied; the loss troubles are those of a primary loss if `isLoss`.
MetricCurve changedCurve(std::span<const SeriesPoint> points, const SeriesChange& change, bool isLoss);
/// Finds the interruptions, and the troubles of a primary loss.
MetricCurve makeCurve(std::vector<SeriesPoint> points, bool isLoss);

/// Judges each checkpoint by `run.rules`. `points`: of the metric that the rules name.
template <class Points>
std::vector<RetentionDecision> judgeCheckpoints(const RunSnapshot& run, const Points& points) {
    // Like the plan of a removal: the value at a step, or the last one before.
    return judge_rows(run.checkpoints, run.rules, [&points](std::int64_t step) {
        const auto after =
            std::ranges::upper_bound(points, step, {}, [](const auto& point) { return point.step; });
        return after == points.begin() ? std::nullopt : std::optional(std::prev(after)->value);
    });
}

}  // namespace stepvault::ui
