#include "ui/interval/interval_view.h"

#include <algorithm>
#include <utility>

#include "ui/interval/interval_sentence.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

constexpr int fitPoints = 240;

QString meaningOf(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::even:
            return tr("Every so many steps.");
        case ScheduleKind::young:
            return tr("Even, by Young's rule for failures and stall.");
        case ScheduleKind::daly:
            return tr("Even, by Daly's refinement of Young's rule.");
        case ScheduleKind::optimal:
            return tr("Even, at the interval that wastes the least time.");
        case ScheduleKind::checkfreq:
            return tr("As often as checkpoints can be written, within a limit for stalls (CheckFreq).");
        case ScheduleKind::coci:
            return tr("Whenever the loss has dropped by another share (COCI).");
        case ScheduleKind::coci_online:
            return tr("COCI, knowing only the losses so far.");
        case ScheduleKind::sqrt_density:
            return tr("As dense as the progress at stake calls for.");
        case ScheduleKind::exact:
            return tr("The least expected cost of all placements.");
        case ScheduleKind::online:
            return tr("Planned anew as losses come.");
    }
    return {};
}

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
    view.name = QString::fromLatin1(schedule_name(view.kind).data(),
                                    static_cast<qsizetype>(schedule_name(view.kind).size()));
    view.meaning = meaningOf(view.kind);
    if (view.clamped)
        view.meaning += tr(" Its own rule gives none, too many, or closer ones than can be saved.");
    view.steps.reserve(rated.schedule.checkpoints.size());
    for (const PlannedCheckpoint& checkpoint : rated.schedule.checkpoints)
        view.steps.push_back(static_cast<std::int64_t>(stages.begin + checkpoint.boundary));
    return view;
}

PlotForecast forecastOf(const Plan& plan) {
    PlotForecast forecast;
    const auto begin = static_cast<double>(plan.stages.begin);
    const auto end = static_cast<double>(plan.stages.begin + plan.stages.size());
    const double first = plan.history.points > 0 ? static_cast<double>(plan.history.first_step) : begin;
    forecast.x0 = std::min(first, begin);
    forecast.x1 = end;
    if (begin > forecast.x0 && !plan.is_replay) forecast.since = begin;
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

IntervalView makeIntervalView(PlanReport report, const std::string& tag,
                              const std::vector<MetricPoint>& losses) {
    IntervalView view;
    view.tag = toQString(tag);
    view.losses.reserve(losses.size());
    for (const MetricPoint& point : losses)
        view.losses.push_back({static_cast<double>(point.step), point.value});
    // A short run's losses are hardly taken together; these are left to the chart's own smoothing.
    if (2 * report.plan.history.smooth.size() < losses.size()) {
        for (const SmoothLoss& point : report.plan.history.smooth)
            view.smooth.push_back({point.step, point.loss});
    }
    view.forecast = forecastOf(report.plan);
    for (const RatedSchedule& rated : report.plan.schedules)
        view.schedules.push_back(viewOf(rated, report.plan.stages));
    view.schedules.front().recommended = true;
    view.sentence = intervalSentence(report);
    view.verdict = lossVerdict(report.plan);
    view.report = std::make_shared<const PlanReport>(std::move(report));
    return view;
}

}  // namespace stepvault::ui
