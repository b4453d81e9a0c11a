#include "ui/session/seed_joining.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <QCoreApplication>

#include "metrics/curve_mean.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// The beginning that all names share, without a "seed" at its end; the first name where they share none.
std::string nameOfGroup(const std::vector<const ComparedRun*>& runs) {
    std::string_view shared = runs.front()->info.row.name;
    for (const ComparedRun* run : runs) {
        const auto end = std::ranges::mismatch(shared, run->info.row.name).in1;
        shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
    }
    const auto trim = [&shared] {
        while (!shared.empty() && std::string_view("-_./ =").find(shared.back()) != std::string_view::npos)
            shared.remove_suffix(1);
    };
    trim();
    for (const std::string_view word : {"seed", "Seed", "run"}) {
        if (shared.ends_with(word)) shared.remove_suffix(word.size());
    }
    trim();
    return std::string(shared.empty() ? std::string_view(runs.front()->info.row.name) : shared);
}

ComparedRun joined(const std::vector<const ComparedRun*>& runs) {
    ComparedRun group = *runs.front();
    auto curve = std::make_shared<ComparedCurve>();
    std::vector<std::span<const SeriesPoint>> curves;
    for (const ComparedRun* run : runs) {
        curves.emplace_back(run->curve->points);
        group.members.push_back(run->info.row.id);
        if (run == runs.front()) continue;
        const RunInfo& info = run->info;
        group.info.stored_bytes += info.stored_bytes;
        group.info.original_bytes += info.original_bytes;
        if (info.state == RunState::live) group.info.state = RunState::live;
        if (info.last_step)
            group.info.last_step = std::min(group.info.last_step.value_or(*info.last_step), *info.last_step);
        if (run->error) group.error = std::max(group.error.value_or(0), *run->error);
    }
    CurveMean mean = curve_mean(curves);
    for (const SeriesPoint& point : mean.points) {
        if (!curve->low || point.value < curve->low->value) curve->low = point;
        if (!curve->high || point.value > curve->high->value) curve->high = point;
    }
    if (!mean.points.empty()) group.series->last_value = mean.points.back().value;
    curve->points = std::move(mean.points);
    curve->bandLow = std::move(mean.low);
    curve->bandHigh = std::move(mean.high);
    group.curve = std::move(curve);
    group.info.row.name = QCoreApplication::translate("stepvault::ui", "%1 · %2 seeds")
                              .arg(toQString(nameOfGroup(runs)))
                              .arg(runs.size())
                              .toStdString();
    return group;
}

}  // namespace

Comparison joinSeeds(Comparison comparison, const std::vector<std::vector<std::size_t>>& groups) {
    std::set<std::size_t> gone;
    for (const auto& group : groups) {
        std::vector<const ComparedRun*> runs;
        std::vector<std::size_t> places;
        for (const std::size_t i : group) {
            if (!comparison.runs[i].curve) continue;
            runs.push_back(&comparison.runs[i]);
            places.push_back(i);
        }
        if (runs.size() < 2) continue;
        ComparedRun mean = joined(runs);
        if (mean.curve->points.empty()) continue;
        comparison.runs[places.front()] = std::move(mean);
        gone.insert(places.begin() + 1, places.end());
    }
    std::vector<ComparedRun> left;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        if (!gone.contains(i)) left.push_back(std::move(comparison.runs[i]));
    }
    comparison.runs = std::move(left);
    return comparison;
}

}  // namespace stepvault::ui
