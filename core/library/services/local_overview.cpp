#include <algorithm>
#include <map>

#include "library/retention/stored_rules.h"
#include "library/services/local_queries.h"
#include "plan/plan_file.h"

namespace stepvault {

namespace {

/// The lows and highs of the columns, in the order of their steps.
std::vector<double> spark_of(const std::vector<PointSummary>& columns) {
    std::vector<double> values;
    for (const auto& column : columns) {
        if (column.finite() == 0) continue;
        const bool rises = column.low.step <= column.high.step;
        values.push_back(rises ? column.low.value : column.high.value);
        if (column.low.step != column.high.step)
            values.push_back(rises ? column.high.value : column.low.value);
    }
    return values;
}

}  // namespace

Result<RunOverview> LocalQueries::overview_of(const RunRow& row, std::uint32_t columns) {
    STEPVAULT_ASSIGN(info, describe(row));
    RunOverview found{.info = std::move(info)};
    if (!found.info.loss_tag.empty() && columns > 0) {
        STEPVAULT_ASSIGN(chart, parts_.catalog->chart(row.id, found.info.loss_tag, {}, columns));
        found.spark = spark_of(chart);
    }
    // Without them a run is shown all the same.
    if (auto params = hyperparameters(row.id)) found.params = std::move(*params);
    return found;
}

Result<RunOverview> LocalQueries::known_overview(const RunRow& row, std::int64_t revision,
                                                 std::uint32_t columns) {
    {
        const std::scoped_lock lock(mutex_);
        const auto known = overviews_.find(row.id);
        if (known != overviews_.end() && known->second.revision == revision &&
            known->second.columns == columns)
            return known->second.run;
    }
    STEPVAULT_ASSIGN(run, overview_of(row, columns));
    const std::scoped_lock lock(mutex_);
    overviews_.insert_or_assign(row.id, KnownOverview{revision, columns, run});
    return std::move(run);
}

Result<VaultOverview> LocalQueries::overview(const OverviewRequest& request, const JobContext& job) {
    VaultOverview found;
    STEPVAULT_ASSIGN(version, parts_.catalog->version());
    found.version = version;
    // Rules that cannot be read keep no run from being listed.
    if (auto rules = read_rules(parts_.vault)) found.rules = std::move(*rules);
    found.is_unchanged = request.version == version && request.rules == found.rules;
    if (found.is_unchanged) return found;
    std::map<std::string, std::int64_t> known;
    for (const auto& run : request.runs)
        known.emplace(run.run_id, run.revision);
    // In this order, a run that changes meanwhile is read again the next time.
    STEPVAULT_ASSIGN(revisions, parts_.catalog->revisions());
    STEPVAULT_ASSIGN(rows, parts_.catalog->runs());
    std::map<std::string, const RunRow*> row_of;
    for (const auto& row : rows)
        row_of.emplace(row.id, &row);
    for (auto& revision : revisions) {
        STEPVAULT_TRY(job.check());
        const auto row = row_of.find(revision.run_id);
        if (row == row_of.end()) continue;
        STEPVAULT_ASSIGN(run, known_overview(*row->second, revision.revision, request.columns));
        const auto earlier = known.find(revision.run_id);
        if (earlier == known.end() || earlier->second != revision.revision) found.changed.push_back(run);
        found.runs.push_back({std::move(revision), state(run.info)});
    }
    {
        const std::scoped_lock lock(mutex_);
        std::erase_if(overviews_, [&](const auto& each) { return !row_of.contains(each.first); });
    }
    found.disk = disk_space(parts_.folder());
    return found;
}

Result<std::vector<RunContents>> LocalQueries::contents(const std::vector<std::string>& run_ids,
                                                        const JobContext& job) {
    std::vector<RunContents> all;
    for (const auto& id : run_ids) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(rows, checkpoints(id));
        STEPVAULT_ASSIGN(curves, series(id));
        auto& run = all.emplace_back(RunContents{std::move(rows), {}});
        for (const auto& curve : curves)
            run.tags.push_back(curve.tag);
    }
    return all;
}

Result<std::vector<std::int64_t>> LocalQueries::planned_steps(const std::string& run_id,
                                                              std::optional<std::int64_t> reached,
                                                              std::size_t most) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run_id));
    const auto plan = PlanFile::read(std::filesystem::path(record.folder) / plan_file_name);
    if (!plan) return std::vector<std::int64_t>();
    return plan->next_after(reached.value_or(plan->from), most);
}

std::optional<DiskSpace> LocalQueries::disk() {
    return disk_space(parts_.folder());
}

}  // namespace stepvault
