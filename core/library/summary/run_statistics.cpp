#include "library/summary/run_statistics.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/median.h"
#include "library/summary/planned_steps.h"
#include "library/summary/save_times.h"
#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

constexpr std::string_view iteration_tag = "stepvault/iteration_seconds";
constexpr std::string_view stall_tag = "stepvault/stall_seconds";
constexpr std::string_view background_tag = "stepvault/background_seconds";
constexpr std::string_view workers_tag = "stepvault/workers";
constexpr std::string_view starts_tag = "stepvault/starts";

/// The newest `most` values; older ones do not count, since machines and models change.
std::vector<double> recent_values(const SeriesByTag& series, std::string_view tag, std::size_t most) {
    const auto found = series.find(std::string(tag));
    if (found == series.end()) return {};
    std::vector<double> values;
    for (auto p = found->second.rbegin(); p != found->second.rend() && values.size() < most; ++p) {
        if (std::isfinite(p->value) && p->value >= 0) values.push_back(p->value);
    }
    return values;
}

std::optional<double> median_of(const std::vector<double>& values) {
    return values.empty() ? std::nullopt : std::optional(median(values));
}

std::optional<double> last_of(const SeriesByTag& series, std::string_view tag) {
    const auto found = series.find(std::string(tag));
    if (found == series.end() || found->second.empty()) return {};
    return found->second.back().value;
}

std::uint64_t to_count(std::int64_t step) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, step));
}

/// The current step of a training, from its newest record: older records may have later steps, if the
/// training has gone back.
struct Reached {
    double time = 0;
    std::uint64_t step = 0;

    void see(double at, std::int64_t to) {
        const auto count = to_count(to);
        if (at < time || (at == time && count < step)) return;
        time = at;
        step = count;
    }
};

bool counts(double value) {
    constexpr double countable = 1e15;
    return value >= 1 && value < countable;
}

/// Loggers that record no time since the epoch may record the time since the start.
void add_elapsed_times(const SeriesByTag& series, std::vector<LossPoint>& losses) {
    if (std::ranges::any_of(losses, [](const auto& p) { return p.time > 0; })) return;
    for (const auto& [tag, points] : series) {
        const bool rises = std::ranges::is_sorted(points, {}, &MetricPoint::value);
        if (!is_time_name(tag) || !rises || losses.empty() || points.size() != losses.size()) continue;
        // The start may be any moment except 0, which means unknown.
        for (std::size_t i = 0; i < losses.size(); ++i)
            losses[i].time =
                points[i].step == losses[i].step ? 1 + points[i].value - points.front().value : 0;
        return;
    }
}

bool is_wanted(std::string_view tag) {
    return is_hook_tag(tag) || is_planned_steps_tag(tag) || is_time_name(tag);
}

}  // namespace

RunStatistics statistics_of_series(const SeriesByTag& series) {
    RunStatistics statistics;
    std::vector<std::string> tags;
    for (const auto& [tag, points] : series) {
        if (!is_wanted(tag)) tags.push_back(tag);
        if (is_planned_steps_tag(tag) && !points.empty() && counts(points.back().value))
            statistics.planned_steps = static_cast<std::uint64_t>(points.back().value);
    }
    Reached reached;
    const auto primary = primary_loss_tag(tags);
    for (const auto& [tag, points] : series) {
        if ((is_hook_tag(tag) || tag == primary) && !points.empty())
            reached.see(points.back().time, points.back().step);
    }
    statistics.last_step = reached.step;
    statistics.last_time = reached.time;
    if (primary) {
        for (const auto& p : series.at(*primary)) {
            if (p.step >= 0) statistics.losses.push_back({p.step, p.time, p.value});
        }
    }
    add_elapsed_times(series, statistics.losses);
    constexpr std::size_t recent_iterations = 1000;
    // So many that one more hardly moves the median.
    constexpr std::size_t recent_saves = 100;
    const auto iterations = recent_values(series, iteration_tag, recent_iterations);
    const auto stalls = recent_values(series, stall_tag, recent_saves);
    statistics.iteration = median_of(iterations);
    statistics.iteration_samples = iterations.size();
    statistics.stall = median_of(stalls);
    statistics.stall_samples = stalls.size();
    statistics.background = median_of(recent_values(series, background_tag, recent_saves));
    if (const auto saved = series.find(std::string(stall_tag)); saved != series.end()) {
        for (const auto& p : saved->second) {
            if (to_count(p.step) <= statistics.last_step) statistics.saved_step = to_count(p.step);
        }
    }
    if (const auto workers = last_of(series, workers_tag); workers && counts(*workers))
        statistics.workers = workers;
    if (const auto starts = last_of(series, starts_tag); starts && counts(*starts))
        statistics.starts = static_cast<std::uint64_t>(*starts);
    return statistics;
}

Result<RunStatistics> statistics_of_run(Catalog& catalog, const std::string& run_id) {
    STEPVAULT_ASSIGN(rows, catalog.series(run_id));
    std::vector<std::string> tags;
    for (const auto& row : rows) {
        if (!is_wanted(row.tag)) tags.push_back(row.tag);
    }
    const auto primary = primary_loss_tag(tags);
    SeriesByTag series;
    for (const auto& row : rows) {
        if (row.tag != primary && !is_wanted(row.tag)) continue;
        STEPVAULT_ASSIGN(points, catalog.points(run_id, row.tag));
        series[row.tag] = std::move(points);
    }
    auto statistics = statistics_of_series(series);
    STEPVAULT_ASSIGN(checkpoints, catalog.checkpoints(run_id));
    std::vector<std::uint64_t> gaps;
    std::vector<double> paces;
    const CheckpointRow* before = nullptr;
    for (const auto& c : checkpoints) {
        if (before != nullptr && c.step > before->step) {
            gaps.push_back(to_count(c.step - before->step));
            if (c.saved > before->saved)
                paces.push_back((c.saved - before->saved) / static_cast<double>(c.step - before->step));
        }
        before = &c;
        const auto step = to_count(c.step);
        statistics.checkpoint_bytes = c.original_bytes;
        // A later step that is older than the newest record dates from before the training went back.
        if (step > statistics.last_step && c.saved < statistics.last_time) continue;
        statistics.last_step = std::max(statistics.last_step, step);
        statistics.saved_step = std::max(statistics.saved_step.value_or(0), step);
    }
    statistics.is_copy = are_copied(checkpoints);
    if (!paces.empty() && !statistics.is_copy) statistics.iteration_by_saves = median(std::move(paces));
    if (!statistics.is_copy) {
        if (const auto stall = stall_by_losses(checkpoints, statistics.losses)) {
            statistics.stall_by_losses = stall->seconds;
            statistics.stall_by_losses_samples = stall->saves;
        }
    }
    // Without a checkpoint, a failure loses all work since the start.
    statistics.saved_step = statistics.saved_step.value_or(0);
    if (!gaps.empty()) statistics.every = median(std::move(gaps));
    return statistics;
}

Result<RunStatistics> statistics_of_file(const std::filesystem::path& file, const JobContext& job) {
    const auto source = open_metric_source(file);
    if (!source) {
        return Error{ErrorCode::unsupported,
                     file.native() +
                         " is not a metrics file; give a table (.csv) with the columns step, time and loss"};
    }
    SeriesByTag series;
    while (true) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(points, source->poll());
        for (auto& p : points)
            series[p.tag].push_back(p);
        if (points.size() < metric_batch) break;
    }
    if (series.empty()) {
        return Error{ErrorCode::not_found,
                     file.native() + " has no points; a table needs a header line with step, time and loss"};
    }
    return statistics_of_series(series);
}

}  // namespace stepvault
