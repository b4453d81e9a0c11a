#include "library/services/joined_queries.h"

#include <algorithm>
#include <utility>

namespace stepvault {

RunInfo JoinedQueries::shown(std::size_t part, RunInfo run) const {
    run.row.name = parts_.shown_name(part, run.row);
    return run;
}

Result<VaultOverview> JoinedQueries::overview(const OverviewRequest& request, const JobContext& job) {
    return overview_.read(request, job);
}

Result<std::uint64_t> JoinedQueries::version() {
    return overview_.version();
}

std::optional<DiskSpace> JoinedQueries::disk() {
    return parts_.primary()->queries().disk();
}

Result<std::vector<RunContents>> JoinedQueries::contents(const std::vector<std::string>& run_ids,
                                                         const JobContext& job) {
    std::vector<std::vector<std::string>> ids(parts_.size());
    std::vector<std::vector<std::size_t>> places(parts_.size());
    for (std::size_t i = 0; i < run_ids.size(); ++i) {
        STEPVAULT_ASSIGN(place, parts_.find(run_ids[i]));
        ids[place.part].push_back(place.run_id);
        places[place.part].push_back(i);
    }
    std::vector<RunContents> all(run_ids.size());
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        if (ids[part].empty()) continue;
        STEPVAULT_ASSIGN(found, parts_.vault(part).queries().contents(ids[part], job));
        for (std::size_t i = 0; i < std::min(found.size(), places[part].size()); ++i)
            all[places[part][i]] = std::move(found[i]);
    }
    return all;
}

Result<std::vector<RunInfo>> JoinedQueries::runs() {
    std::vector<std::vector<RunInfo>> found(parts_.size());
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        STEPVAULT_ASSIGN(runs, parts_.vault(part).queries().runs());
        std::map<std::string, std::string> names;
        for (const auto& run : runs)
            names.emplace(run.row.id, run.row.name);
        parts_.set_runs(part, std::move(names));
        found[part] = std::move(runs);
    }
    std::vector<RunInfo> all;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        for (auto& run : found[part]) {
            if (!parts_.is_hidden(part, run.row.id)) all.push_back(shown(part, std::move(run)));
        }
    }
    std::ranges::stable_sort(all, {}, [](const RunInfo& run) -> const std::string& { return run.row.name; });
    return all;
}

Result<RunInfo> JoinedQueries::run(const std::string& name_or_id) {
    STEPVAULT_ASSIGN(place, parts_.find(name_or_id));
    STEPVAULT_ASSIGN(found, place.vault->queries().run(place.run_id));
    return shown(place.part, std::move(found));
}

RunState JoinedQueries::state(const RunInfo& run) {
    const auto place = parts_.find(run.row.id);
    return place.ok() ? place->vault->queries().state(run) : run.state;
}

Result<std::vector<CheckpointRow>> JoinedQueries::checkpoints(const std::string& run_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().checkpoints(place.run_id);
}

Result<CheckpointRow> JoinedQueries::find_checkpoint(const std::string& run_id, std::int64_t step) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().find_checkpoint(place.run_id, step);
}

Result<std::vector<SeriesRow>> JoinedQueries::series(const std::string& run_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().series(place.run_id);
}

Result<std::vector<MetricPoint>> JoinedQueries::points(const std::string& run_id, const std::string& tag,
                                                       std::optional<std::int64_t> after_step) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().points(place.run_id, tag, after_step);
}

Result<std::vector<PointSummary>> JoinedQueries::chart(const std::string& run_id, const std::string& tag,
                                                       const ChartRange& range, std::size_t columns) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().chart(place.run_id, tag, range, columns);
}

Result<RunHyperparameters> JoinedQueries::hyperparameters(const std::string& run_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().hyperparameters(place.run_id);
}

Result<std::map<std::string, RunHyperparameters>> JoinedQueries::hyperparameters() {
    std::map<std::string, RunHyperparameters> all;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        STEPVAULT_ASSIGN(own, parts_.vault(part).queries().hyperparameters());
        all.merge(own);
    }
    return all;
}

Result<std::vector<std::int64_t>> JoinedQueries::planned_steps(const std::string& run_id,
                                                               std::optional<std::int64_t> reached,
                                                               std::size_t most) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().planned_steps(place.run_id, reached, most);
}

Result<PlanReport> JoinedQueries::plan(const std::string& run_id, const PlanOptions& options) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().plan(place.run_id, options);
}

Result<SchemeChoice> JoinedQueries::scheme(const std::string& run) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->queries().scheme(place.run_id);
}

}  // namespace stepvault
