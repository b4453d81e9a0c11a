#include "plan_output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

using nlohmann::ordered_json;

namespace {

std::string number(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

std::string percent(double part, double whole) {
    if (!std::isfinite(part)) return "never ends";
    return format_fixed(100 * part / whole, 2) + " %";
}

const char* origin_name(Origin origin) {
    switch (origin) {
        case Origin::given:
            return "given";
        case Origin::measured:
            return "measured";
        case Origin::estimated:
            return "estimated";
        case Origin::assumed:
            return "assumed";
    }
    return "assumed";
}

struct VerdictText {
    const char* name;
    std::string sentence;
};

VerdictText text_of(const Plan& plan) {
    const std::string by_time = ", so the plan values work by its time";
    const auto points = plan.history.points;
    switch (plan.trend.verdict) {
        case FitVerdict::fits:
            return {"fits", ""};
        case FitVerdict::plateau:
            return {"plateau", "a plateau: the fall still expected is smaller than the noise"};
        case FitVerdict::too_few_points:
            break;
        case FitVerdict::not_finite:
            return {"not_finite", "can't tell: the newest losses are NaN or infinite" + by_time};
        case FitVerdict::constant:
            return {"constant", "can't tell: the loss never changes" + by_time};
        case FitVerdict::rising:
            return {"rising", "can't tell when the loss will fall: it rises" + by_time};
        case FitVerdict::no_trend:
            return {"no_trend", "can't tell yet: noise hides the trend" + by_time};
    }
    if (points == 0) return {"too_few_points", "there is none" + by_time};
    return {"too_few_points",
            "can't tell yet: " + std::to_string(points) +
                (points == 1 ? " loss is too few for a fit" : " losses are too few for a fit") + by_time};
}

std::string describe_fit(const Plan& plan) {
    if (!plan.trend.fit) return text_of(plan).sentence;
    const auto& fit = *plan.trend.fit;
    const auto end = static_cast<double>(plan.stages.begin + plan.stages.size());
    std::string text(loss_family_name(fit.family));
    text += ", explains " + percent(fit.explained, 1) + ", noise " + number(fit.noise, 2);
    if (fit.origin > plan.history.smooth.front().step)
        text += ", since a sudden fall at step " + format_step(std::lround(fit.origin));
    text += ": " + number(fit.at(static_cast<double>(plan.history.last_step)), 3) + " now, " +
            number(fit.at(end), 3) + " +- " + number(fit.band(end), 1) + " at the end";
    const auto sentence = text_of(plan).sentence;
    return sentence.empty() ? text : text + "\n           " + sentence;
}

ordered_json overhead_json(const OverheadCosts& costs) {
    return {{"stalls", costs.stalls},
            {"rework", costs.rework},
            {"restarts", costs.restarts},
            {"total", costs.total()}};
}

template <class T>
ordered_json figure_json(const Figure<T>& figure) {
    return {{"value", figure.value}, {"origin", origin_name(figure.origin)}};
}

ordered_json fit_json(const LossFit& fit, double end) {
    return {{"family", loss_family_name(fit.family)},
            {"shape", fit.shape},
            {"scale", fit.scale},
            {"floor", fit.floor},
            {"origin", fit.origin},
            {"noise", fit.noise},
            {"explained", fit.explained},
            {"akaike", fit.criterion},
            {"at_end", fit.at(end)},
            {"band_at_end", fit.band(end)}};
}

}  // namespace

std::string format_duration(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 3600;
    constexpr double day = 86400;
    if (!std::isfinite(seconds)) return "unknown";
    if (seconds >= 3 * day) return number(seconds / day, 3) + " d";
    if (seconds >= 2 * hour) return number(seconds / hour, 3) + " h";
    if (seconds >= 2 * minute) return number(seconds / minute, 3) + " min";
    if (seconds >= 1 || seconds == 0) return number(seconds, 3) + " s";
    return number(seconds * 1e3, 3) + " ms";
}

std::string describe(const PlanFile& plan) {
    if (plan.steps.empty()) return "no checkpoint is worth its cost before the end";
    return std::to_string(plan.steps.size()) + (plan.steps.size() == 1 ? " checkpoint" : " checkpoints") +
           ", the next at step " + format_step(plan.steps.front());
}

std::string describe_model(const PlanReport& report) {
    const auto& stages = report.plan.stages;
    const auto with_origin = [](const std::string& value, Origin origin) {
        return value + " (" + origin_name(origin) + ")";
    };
    const auto step = [&](const Figure<std::uint64_t>& f) {
        return with_origin(format_count(f.value), f.origin);
    };
    const auto time = [&](const Figure<double>& f) {
        return with_origin(format_duration(f.value), f.origin);
    };
    std::string text = "steps      " + step(report.from) + " to " + step(report.steps) + ", " +
                       format_duration(stages.seconds()) + " of training\niteration  " +
                       time(report.iteration) + "\ncheckpoint stalls for " + time(report.stall) + ", safe " +
                       time(report.background) + " later\nfailures   one in " + time(report.mean_to_failure);
    const double workforce = stages.model.mean_to_failure / stages.average_costs().mean_to_failure;
    if (std::abs(workforce - 1) > 1e-9) text += " and worker, of " + number(workforce, 3) + " on average";
    if (report.mean_to_failure.origin != Origin::given) {
        text += "; " + std::to_string(report.failures.failures) + " in " +
                format_duration(report.failures.seconds);
        if (report.failures.failures > 0) {
            text += " say " + format_duration(report.failures.least_mean) + " to " +
                    format_duration(report.failures.most_mean);
        }
    }
    return text + "; restart " + time(report.restart) + "\nloss       " + describe_fit(report.plan) + "\n";
}

std::string describe_schedules(const PlanReport& report) {
    const auto& plan = report.plan;
    const double whole = plan.stages.seconds();
    Table rows{{"schedule", "checkpoints", "next", "value", "wall time", "progress", "stalls", "rework",
                "restarts"}};
    bool clamped = false;
    for (const auto& [schedule, costs] : plan.schedules) {
        clamped |= schedule.clamped;
        rows.push_back({std::string(schedule_name(schedule.kind)) + (schedule.clamped ? " *" : ""),
                        std::to_string(schedule.checkpoints.size()),
                        schedule.checkpoints.empty()
                            ? "-"
                            : format_count(plan.stages.begin + schedule.checkpoints.front().boundary),
                        percent(costs.value.total(), whole), percent(costs.seconds.total(), whole),
                        percent(costs.progress.total(), whole), percent(costs.seconds.stalls, whole),
                        percent(costs.seconds.rework, whole), percent(costs.seconds.restarts, whole)});
    }
    std::string text = format_table(rows, {0});
    if (clamped)
        text += "* limited: its own rule gives no checkpoint, too many, or checkpoints too close to save\n";
    if (!plan.has_coci) text += "coci needs a falling loss\n";
    const auto& best = plan.schedules.front();
    if (best.schedule.checkpoints.empty())
        return text +
               "\nrecommended: none; a checkpoint costs more than failures are expected to lose before the "
               "end\n";
    const auto young =
        std::ranges::find(plan.schedules, ScheduleKind::young, [](const auto& s) { return s.schedule.kind; });
    const double other = young == plan.schedules.end() ? 0 : young->costs.value.total();
    text += "\nrecommended: " + std::string(schedule_name(best.schedule.kind)) + ", the least expected cost";
    if (other > 0 && std::isfinite(other))
        text += ", " + percent(other - best.costs.value.total(), other) + " less than young's";
    return text + "\n";
}

ordered_json costs_json(const ScheduleCosts& costs) {
    return {{"failures", costs.failures},
            {"seconds", overhead_json(costs.seconds)},
            {"progress", overhead_json(costs.progress)},
            {"value", overhead_json(costs.value)}};
}

ordered_json plan_json(const PlanReport& report) {
    const auto& plan = report.plan;
    const auto end = static_cast<double>(plan.stages.begin + plan.stages.size());
    auto fits = json_list(plan.trend.families, [&](const auto& fit) { return fit_json(fit, end); });
    auto schedules = ordered_json::array();
    for (const auto& [schedule, costs] : plan.schedules) {
        auto checkpoints = ordered_json::array();
        for (const auto& c : schedule.checkpoints) {
            checkpoints.push_back({{"step", plan.stages.begin + c.boundary},
                                   {"seconds", static_cast<double>(c.boundary) * plan.stages.model.iteration},
                                   {"reason", placement_reason_name(c.reason)}});
        }
        schedules.push_back({{"name", schedule_name(schedule.kind)},
                             {"clamped", schedule.clamped},
                             {"expected", costs_json(costs)},
                             {"checkpoints", std::move(checkpoints)}});
    }
    return {{"from", figure_json(report.from)},
            {"steps", figure_json(report.steps)},
            {"iteration_seconds", figure_json(report.iteration)},
            {"stall_seconds", figure_json(report.stall)},
            {"background_seconds", figure_json(report.background)},
            {"restart_seconds", figure_json(report.restart)},
            {"mean_time_to_failure_seconds", figure_json(report.mean_to_failure)},
            {"failures",
             {{"count", report.failures.failures},
              {"seconds", report.failures.seconds},
              {"mean_low", report.failures.least_mean},
              {"mean_high", report.failures.most_mean}}},
            {"training_seconds", plan.stages.seconds()},
            {"loss", {{"verdict", text_of(plan).name}, {"fits", std::move(fits)}}},
            {"recommended", schedule_name(plan.schedules.front().schedule.kind)},
            {"schedules", std::move(schedules)}};
}

}  // namespace stepvault::cli
