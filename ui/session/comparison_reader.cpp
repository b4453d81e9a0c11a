#include "ui/session/comparison_reader.h"

#include <algorithm>

#include "metrics/seed_groups.h"
#include "ui/session/seed_joining.h"

namespace stepvault::ui {

namespace {

/// Tags that two runs or more have: the loss of most runs comes first, then the others by name.
std::vector<std::string> commonTags(const std::vector<RunInfo>& runs,
                                    const std::vector<std::vector<SeriesRow>>& series) {
    std::map<std::string, std::size_t> owners;
    for (const auto& own : series) {
        for (const SeriesRow& row : own)
            ++owners[row.tag];
    }
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const auto& [tag, count] : owners) {
        if (count < 2) continue;
        const auto losses = std::ranges::count(runs, tag, &RunInfo::loss_tag);
        ranked.emplace_back(static_cast<std::size_t>(losses), tag);
    }
    std::ranges::stable_sort(ranked, std::ranges::greater{}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> tags;
    tags.reserve(ranked.size());
    for (auto& [losses, tag] : ranked)
        tags.push_back(std::move(tag));
    return tags;
}

}  // namespace

Result<ComparisonReader::Facts> ComparisonReader::readFacts(const std::string& run) {
    Facts facts;
    STEPVAULT_ASSIGN(series, library_->queries().series(run));
    facts.series = std::move(series);
    STEPVAULT_ASSIGN(checkpoints, library_->queries().checkpoints(run));
    if (!checkpoints.empty()) facts.error = checkpoints.back().relative_error;
    return facts;
}

Result<Comparison> ComparisonReader::read(const ComparedRequest& request, const JobContext& job) {
    Comparison result;
    std::vector<RunInfo> infos;
    std::vector<std::vector<SeriesRow>> series;
    for (const ComparedRequest::Run& run : request.runs) {
        STEPVAULT_TRY(job.check());
        auto facts = readFacts(run.info.row.id);
        if (!facts.ok()) result.problem = facts.error();
        if (facts.ok()) known_[run.info.row.id] = std::move(*facts);
        const auto known = known_.find(run.info.row.id);
        series.push_back(known != known_.end() ? known->second.series : std::vector<SeriesRow>());
        infos.push_back(run.info);
    }
    const bool isAnyKnown =
        std::ranges::any_of(infos, [this](const RunInfo& info) { return known_.contains(info.row.id); });
    if (result.problem && !isAnyKnown) return *result.problem;
    result.tags = commonTags(infos, series);
    const bool known = std::ranges::find(result.tags, request.tag) != result.tags.end();
    if (!result.tags.empty()) result.tag = known ? request.tag : result.tags.front();
    result.isHigherBetter = isHigherBetter(result.tag);
    for (std::size_t i = 0; i < infos.size(); ++i) {
        STEPVAULT_TRY(job.check());
        ComparedRun run{.info = infos[i], .color = request.runs[i].color, .curve = nullptr};
        const std::string& id = infos[i].row.id;
        if (const auto facts = known_.find(id); facts != known_.end()) run.error = facts->second.error;
        const auto row = std::ranges::find(series[i], result.tag, &SeriesRow::tag);
        if (row != series[i].end()) {
            auto points = curves_.read(id, *row);
            if (!points.ok()) result.problem = points.error();
            run.curve = points.ok() ? std::move(*points) : curves_.known(id, row->tag);
            if (run.curve) run.series = *row;
        }
        result.runs.push_back(std::move(run));
    }
    std::vector<const std::vector<Hyperparameter>*> params;
    for (const ComparedRequest::Run& run : request.runs)
        params.push_back(run.params ? &run.params->values : nullptr);
    const auto groups = seed_groups(params);
    result.hasSeeds = !groups.empty();
    if (request.joinsSeeds) result = joinSeeds(std::move(result), groups);
    return result;
}

}  // namespace stepvault::ui
