#include "ui/interval/interval_view.h"

#include <algorithm>
#include <utility>

#include "ui/interval/interval_sentence.h"
#include "ui/interval/schedule_text.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

constexpr int fitPoints = 240;

OverheadCosts shareOf(const OverheadCosts& costs, double whole) {
    return {costs.stalls / whole, costs.rework / whole, costs.restarts / whole};
}

ScheduleView viewOf(const RatedSchedule& rated, const TrainingStages& stages) {
    const double whole = stages.seconds();
    ScheduleView view;
    view.kind = rated.schedule.kind;
    view.clamped = rated.schedule.clamped;
    view.overhead = shareOf(rated.costs.value, whole);
    view.wall = rated.costs.seconds.total() / whole;
    view.name = scheduleTitle(view.kind);
    view.meaning = scheduleSentence(view.kind);
    if (view.clamped)
        view.meaning += tr(" Its own rule gives none, too many, or closer ones than can be saved.");
    view.steps.reserve(rated.schedule.checkpoints.size());
    for (const PlannedCheckpoint& checkpoint : rated.schedule.checkpoints)
        view.steps.push_back(static_cast<std::int64_t>(stages.begin + checkpoint.boundary));
    return view;
}

PlotForecast forecastOf(const Plan& plan, bool ended) {
    PlotForecast forecast;
    const auto begin = static_cast<double>(plan.stages.begin);
    const auto end = static_cast<double>(plan.stages.begin + plan.stages.size());
    const double first = plan.history.points > 0 ? static_cast<double>(plan.history.first_step) : begin;
    forecast.x0 = std::min(first, begin);
    forecast.x1 = end;
    if (begin > forecast.x0 && !ended) forecast.since = begin;
    if (!plan.trend.fit) return forecast;
    const LossFit& fit = *plan.trend.fit;
    // The fit's early fall is steep; evenly spaced points would cut its corner.
    for (int i = 0; i <= fitPoints; ++i) {
        const double share = static_cast<double>(i) / fitPoints;
        const double step = fit.origin + (end - fit.origin) * share * share;
        forecast.fit.push_back({step, fit.at(step)});
        forecast.band.push_back(fit.band(step));
    }
    return forecast;
}

}  // namespace

IntervalView makeIntervalView(PlanReport report, const RunInfo& run, const std::vector<MetricPoint>& losses,
                              bool ended) {
    IntervalView view;
    view.ended = ended;
    view.tag = toQString(run.loss_tag);
    view.losses.reserve(losses.size());
    for (const MetricPoint& point : losses)
        view.losses.push_back({static_cast<double>(point.step), point.value});
    // A short run's losses are hardly taken together; these are left to the chart's own smoothing.
    if (2 * report.plan.history.smooth.size() < losses.size()) {
        for (const SmoothLoss& point : report.plan.history.smooth)
            view.smooth.push_back({point.step, point.loss});
    }
    view.forecast = forecastOf(report.plan, ended);
    for (const RatedSchedule& rated : report.plan.schedules)
        view.schedules.push_back(viewOf(rated, report.plan.stages));
    view.schedules.front().recommended = true;
    const QString advice = intervalSentence(report);
    view.sentence = ended ? endedSentence(run) : advice;
    if (ended) view.hindsight = tr("In hindsight: %1").arg(advice);
    view.verdict = lossVerdict(report.plan);
    view.report = std::make_shared<const PlanReport>(std::move(report));
    return view;
}

}  // namespace stepvault::ui
