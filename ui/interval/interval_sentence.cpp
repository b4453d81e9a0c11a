#include "ui/interval/interval_sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

/// Intervals that differ by less are called even.
constexpr double evenFactor = 1.25;
/// Shorter intervals are told in steps.
constexpr double shortestTold = 10;

/// Two stretches of nearly even intervals, in iterations; only `early` where one says it all.
struct Pace {
    double early = 0;
    double late = 0;
    std::optional<std::uint64_t> turn;  ///< the boundary between them
};

/// Where the two geometric means say most.
Pace paceOf(const Schedule& schedule) {
    const std::vector<std::uint64_t> at = schedule.boundaries();
    std::vector<double> sums{0};
    std::uint64_t before = 0;
    for (const std::uint64_t boundary : at) {
        sums.push_back(sums.back() + std::log(static_cast<double>(boundary - before)));
        before = boundary;
    }
    const std::size_t count = at.size();
    const auto mean = [&](std::size_t from, std::size_t to) {
        return (sums[to] - sums[from]) / static_cast<double>(to - from);
    };
    Pace pace{.early = std::exp(mean(0, count)), .late = 0, .turn = {}};
    double most = 0;
    for (std::size_t split = 1; split < count; ++split) {
        const double apart = mean(split, count) - mean(0, split);
        const double explained = apart * apart * static_cast<double>(split) *
                                 static_cast<double>(count - split) / static_cast<double>(count);
        if (explained <= most || std::fabs(apart) < std::log(evenFactor)) continue;
        most = explained;
        pace = {
            .early = std::exp(mean(0, split)), .late = std::exp(mean(split, count)), .turn = at[split - 1]};
    }
    return pace;
}

bool isEven(ScheduleKind kind) {
    return kind == ScheduleKind::even || kind == ScheduleKind::young || kind == ScheduleKind::daly ||
           kind == ScheduleKind::optimal;
}

QString every(double iterations, const PlanReport& report) {
    const double seconds = iterations * report.iteration.value;
    if (report.iteration.origin != Origin::assumed && seconds >= shortestTold)
        return tr("every %1").arg(formatSpan(seconds));
    const auto steps = std::max<std::int64_t>(1, std::llround(iterations));
    return steps == 1 ? tr("every step") : tr("every %1 steps").arg(formatStep(steps));
}

QString advice(const PlanReport& report) {
    const Plan& plan = report.plan;
    const Schedule& schedule = plan.schedules.front().schedule;
    const auto step = [&](std::uint64_t boundary) {
        return formatStep(static_cast<std::int64_t>(plan.stages.begin + boundary));
    };
    const std::size_t count = schedule.checkpoints.size();
    if (count <= 2) {
        const QString at = step(schedule.checkpoints.front().boundary);
        if (count == 1) return tr("Save once, at step %1").arg(at);
        return tr("Save twice, at steps %1 and %2").arg(at, step(schedule.checkpoints.back().boundary));
    }
    const Pace pace = paceOf(schedule);
    const QString early = every(pace.early, report);
    if (!pace.turn) return tr("Save %1").arg(early);
    const QString late = every(pace.late, report);
    if (early == late) return tr("Save %1").arg(early);
    return tr("Save %1 at first, %2 after step %3").arg(early, late, step(*pace.turn));
}

QString reasonForNone(const PlanReport& report, const QString& share) {
    const TrainingStages& stages = report.plan.stages;
    const QString whole = formatSpan(stages.seconds());
    const QString failure = formatSpan(stages.average_costs().mean_to_failure);
    const QString save = formatSpan(stages.model.stall);
    return report.mean_to_failure.origin == Origin::assumed
               ? tr("Save nothing before the end: in %1 of training, with one failure assumed in %2, no save "
                    "of %3 pays off (%4 overhead).")
                     .arg(whole, failure, save, share)
               : tr("Save nothing before the end: in %1 of training, with one failure in %2, no save of %3 "
                    "pays off (%4 overhead).")
                     .arg(whole, failure, save, share);
}

}  // namespace

bool hasEnded(const RunInfo& run, double now) {
    constexpr double day = 86400;
    if (run.state == RunState::finished || run.state == RunState::ended) return true;
    if (run.state == RunState::live || run.state == RunState::stalled) return false;
    return run.activity.finished || now - run.activity.last_growth.value_or(0) > day;
}

QString endedSentence(const RunInfo& run) {
    return tr("This run has ended at step %1.").arg(formatStep(run.last_step.value_or(0)));
}

double bestEvenShare(const Plan& plan) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& [schedule, costs] : plan.schedules) {
        if (isEven(schedule.kind)) best = std::min(best, costs.value.total() / plan.stages.seconds());
    }
    return best;
}

QString intervalSentence(const PlanReport& report) {
    const Plan& plan = report.plan;
    const RatedSchedule& first = plan.schedules.front();
    const double overhead = first.costs.value.total() / plan.stages.seconds();
    if (isEndless(overhead))
        return tr("Failures come so often that this training would hardly ever end, whatever is saved when.");
    const QString share = formatShare(overhead);
    if (first.schedule.checkpoints.empty()) return reasonForNone(report, share);
    const QString even = formatShare(bestEvenShare(plan));
    const QString against = even == share ? tr("no better than evenly") : tr("against %1 evenly").arg(even);
    return tr("%1: %2 overhead, %3.").arg(advice(report), share, against);
}

QString lossVerdict(const Plan& plan) {
    const QString byTime = tr("; all work counts alike");
    switch (plan.trend.verdict) {
        case FitVerdict::fits:
            return tr("The loss falls on a curve that explains %1 % of it")
                .arg(formatNumber(100 * plan.trend.fit->explained, 3));
        case FitVerdict::plateau:
            return tr("A plateau: less is to come than the noise");
        case FitVerdict::too_few_points:
            if (plan.history.points == 0) return tr("No loss was found in the run's folder") + byTime;
            return counted(plan.history.points, tr("%1 loss carries no fit yet"),
                           tr("%1 losses carry no fit yet")) +
                   byTime;
        case FitVerdict::not_finite:
            return tr("The newest losses are NaN or infinite") + byTime;
        case FitVerdict::constant:
            return tr("The loss is the same all the time") + byTime;
        case FitVerdict::rising:
            return tr("The loss rises") + byTime;
        case FitVerdict::no_trend:
            return tr("Noise hides whether the loss falls") + byTime;
    }
    return {};
}

}  // namespace stepvault::ui
