#include "metrics/seed_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace stepvault {

namespace {

/// The settings of one run, as text: those that make its group, and its seeds.
struct SplitSettings {
    std::string others;
    std::string seeds;
};

bool is_seed(std::string_view name) {
    return name == "seed" || name.ends_with("_seed") || name.ends_with("-seed") || name == "seed_everything";
}

bool names_the_run(std::string_view name) {
    constexpr std::array<std::string_view, 18> names{
        "name",    "run_name",   "exp_name",       "experiment_name",  "run_id",       "id",
        "out_dir", "output_dir", "save_dir",       "log_dir",          "logging_dir",  "work_dir",
        "run_dir", "dirpath",    "checkpoint_dir", "default_root_dir", "project_name", "version"};
    return std::ranges::find(names, name) != names.end();
}

SplitSettings split(const std::vector<Hyperparameter>& values) {
    SplitSettings settings;
    for (const Hyperparameter& p : values) {
        const auto dot = p.key.rfind('.');
        const auto name = std::string_view(p.key).substr(dot == std::string::npos ? 0 : dot + 1);
        if (names_the_run(name)) continue;
        auto& text = is_seed(name) ? settings.seeds : settings.others;
        // No text has a NUL at its end and another type's index behind it.
        text.append(p.key).append(1, '\0').append(std::to_string(p.value.index()));
        text.append(value_text(p.value)).append(1, '\0');
    }
    return settings;
}

}  // namespace

std::vector<std::vector<std::size_t>> seed_groups(
    const std::vector<const std::vector<Hyperparameter>*>& runs) {
    struct Group {
        std::vector<std::size_t> runs;
        std::set<std::string> seeds;
    };
    std::map<std::string, Group> groups;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i] == nullptr || runs[i]->empty()) continue;
        auto settings = split(*runs[i]);
        Group& group = groups[settings.others];
        group.runs.push_back(i);
        group.seeds.insert(std::move(settings.seeds));
    }
    std::vector<std::vector<std::size_t>> found;
    for (auto& [others, group] : groups) {
        if (group.runs.size() > 1 && group.seeds.size() > 1) found.push_back(std::move(group.runs));
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace stepvault
