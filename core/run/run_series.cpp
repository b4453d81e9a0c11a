#include "run/run_series.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "run/file_groups.h"

namespace stepvault {

namespace {

bool lies_in_folder(const CheckpointCandidate& candidate) {
    return candidate.source.find('/') == std::string::npos;
}

/// The run with the longest series that `name` begins with.
RunFolder* find_series(std::map<std::string, RunFolder>& series, std::string_view name) {
    RunFolder* longest = nullptr;
    for (auto& [key, run] : series) {
        if (begins_with_series(name, key)) longest = &run;
    }
    return longest;
}

}  // namespace

std::vector<RunFolder> split_series(RunFolder&& run) {
    std::map<std::string, RunFolder> series;
    for (const auto& c : run.checkpoints) {
        if (!lies_in_folder(c) || (c.is_folder && !c.chosen)) continue;
        const auto name = series_of(c.source);
        if (name && !name->empty()) series[*name];
    }
    const bool told_apart = std::ranges::all_of(run.metrics, [&](const auto& path) {
        return path.parent_path() == run.folder && find_series(series, path.filename().native()) != nullptr;
    });
    std::vector<RunFolder> runs;
    if (series.size() < 2 || !told_apart) {
        if (series.size() == 1 && told_apart) run.series = series.begin()->first;
        runs.push_back(std::move(run));
        return runs;
    }
    const auto run_of = [&](const std::string& source) -> RunFolder& {
        auto* found = find_series(series, source);
        return found != nullptr ? *found : series.begin()->second;
    };
    for (auto& c : run.checkpoints)
        run_of(c.source).checkpoints.push_back(std::move(c));
    for (auto& m : run.metrics)
        run_of(m.filename().native()).metrics.push_back(std::move(m));
    for (auto& p : run.passed_over)
        run_of(p.source).passed_over.push_back(std::move(p));
    for (auto& [name, one] : series) {
        one.folder = run.folder;
        one.scan_folder = run.scan_folder;
        one.scan_depth = run.scan_depth;
        one.series = name;
        runs.push_back(std::move(one));
    }
    return runs;
}

bool begins_with_series(std::string_view name, std::string_view series) {
    if (!name.starts_with(series)) return false;
    const auto rest = name.substr(series.size());
    return rest.empty() || std::string_view("-_.= ").find(rest.front()) != std::string_view::npos;
}

}  // namespace stepvault
