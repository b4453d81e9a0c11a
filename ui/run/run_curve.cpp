#include "ui/run/run_curve.h"

#include <algorithm>

#include "metrics/point_summary.h"
#include "ui/charts/curve_lookup.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

/// Where steps lie on an axis.
class StepPlaces {
 public:
    StepPlaces(const RunSnapshot& run, CurveAxis axis) : axis_(axis) {
        if (axis == CurveAxis::step) return;
        for (const SeriesPoint& point : run.curve()) {
            if (has_time(point)) times_.push_back({static_cast<double>(point.step), point.time});
        }
        if (times_.empty()) {
            for (const CheckpointRow& row : run.checkpoints) {
                if (row.saved > 0) times_.push_back({static_cast<double>(row.step), row.saved});
            }
            std::ranges::stable_sort(times_, {}, &PlotPoint::x);
        }
        if (axis == CurveAxis::elapsed && !times_.empty())
            begin_ = std::ranges::min_element(times_, {}, &PlotPoint::y)->y;
    }

    [[nodiscard]] std::optional<double> of(std::int64_t step) const {
        const auto x = static_cast<double>(step);
        if (axis_ == CurveAxis::step) return x;
        const std::optional<double> time = valueAt(times_, x);
        return time ? std::optional(*time - begin_) : time;
    }
    /// The time from which elapsed time counts.
    [[nodiscard]] double begin() const { return begin_; }

 private:
    CurveAxis axis_;
    std::vector<PlotPoint> times_;  ///< x: step
    double begin_ = 0;
};

void addEvents(RunCurve& curve, const RunSnapshot& run, const StepPlaces& places, CurveAxis axis) {
    const std::vector<Interruption> none;
    for (const Interruption& interruption : run.metric ? run.metric->interruptions : none) {
        if (const auto x = places.of(interruption.step))
            curve.events.push_back(
                {PlotEvent::Kind::interruption, *x,
                 tr("went on at step %1 after %2")
                     .arg(formatStep(interruption.step), formatSpan(interruption.seconds))});
    }
    if (axis != CurveAxis::step) return;
    for (const std::int64_t step : run.planned)
        curve.events.push_back({PlotEvent::Kind::planned, static_cast<double>(step),
                                tr("planned: step %1").arg(formatStep(step))});
}

void addBeside(RunCurve& curve, const RunSnapshot& run, const StepPlaces& places, CurveAxis axis) {
    for (const NamedCurve& other : run.beside) {
        // All times count from the same moment.
        const bool isElapsed = axis == CurveAxis::elapsed;
        auto points = pointsAlong(isElapsed ? CurveAxis::date : axis, other.curve->points);
        for (PlotPoint& point : points)
            point.x -= isElapsed ? places.begin() : 0;
        const QString tag = toQString(other.tag);
        curve.beside.push_back({tag, tag, std::move(points), 0});
    }
}

/// Converts seconds to the unit that suits the whole curve.
void scaleTime(RunCurve& curve) {
    double end = 0;
    for (const PlotPoint& point : curve.points)
        end = std::max(end, point.x);
    for (const PlotMark& mark : curve.marks)
        end = std::max(end, mark.x);
    for (const PlotCurve& other : curve.beside) {
        for (const PlotPoint& point : other.points)
            end = std::max(end, point.x);
    }
    const AxisUnit unit = timeUnit(end);
    for (PlotPoint& point : curve.points)
        point.x /= unit.size;
    for (PlotMark& mark : curve.marks)
        mark.x /= unit.size;
    for (PlotCurve& other : curve.beside) {
        for (PlotPoint& point : other.points)
            point.x /= unit.size;
    }
    for (PlotEvent& event : curve.events)
        event.x /= unit.size;
    if (curve.troubleX) *curve.troubleX /= unit.size;
    curve.xName = unit.name;
}

}  // namespace

QString markLabel(const CheckpointRow& row) {
    const QString text =
        tr("step %1   stored %2   error %3")
            .arg(formatStep(row.step), formatBytes(row.stored_bytes), formatError(row.relative_error));
    return row.pinned ? tr("%1   pinned").arg(text) : text;
}

RunCurve runCurve(const RunSnapshot& run, CurveAxis axis) {
    RunCurve curve{.points = pointsAlong(axis, run.curve()),
                   .beside = {},
                   .marks = {},
                   .events = {},
                   .troubleX = {},
                   .xName = axis == CurveAxis::step ? tr("step") : QString(),
                   .xKind = axis == CurveAxis::step   ? AxisKind::whole
                            : axis == CurveAxis::date ? AxisKind::date
                                                      : AxisKind::number};
    const StepPlaces places(run, axis);
    curve.marks.reserve(run.checkpoints.size());
    for (const CheckpointRow& row : run.checkpoints) {
        if (const auto x = places.of(row.step))
            curve.marks.push_back({toQString(row.id), *x, row.key, row.pinned});
    }
    addBeside(curve, run, places, axis);
    addEvents(curve, run, places, axis);
    if (const LossTrouble* trouble = run.trouble()) curve.troubleX = places.of(trouble->step);
    if (axis == CurveAxis::elapsed) scaleTime(curve);
    return curve;
}

}  // namespace stepvault::ui
