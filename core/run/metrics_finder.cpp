#include "run/metrics_finder.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "metrics/event_file_source.h"
#include "metrics/metric_source.h"
#include "run/file_names.h"
#include "run/step_number.h"
#include "run/wandb_folder.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int most_looked_into = 64;
constexpr std::size_t most_mlflow_files = 1000;
constexpr std::array<std::string_view, 3> kept_beside_events = {"metrics.csv", "results.csv", "scalars.json"};

bool natural_less(const std::string& a, const std::string& b) {
    return compare_natural(a, b) < 0;
}

/// The names of tables, lines of JSON and W&B's logs.
std::vector<std::string> texts_in(const fs::path& folder, const FolderListing& listing) {
    std::vector<std::string> texts;
    const bool has_scalars = has_name(listing.files, "scalars.json");
    int looked_into = 0;
    for (const auto& name : listing.files) {
        if (!is_metrics_file_name(name) || is_event_file_name(name)) continue;
        const bool again = has_scalars && name.ends_with(".json") && name != "scalars.json";
        if (again || ++looked_into > most_looked_into || !holds_metrics(folder / name)) continue;
        texts.push_back(name);
    }
    return texts;
}

std::vector<std::string> events_in(const FolderListing& listing, const std::string& prefix) {
    std::vector<std::string> events;
    for (const auto& name : listing.files) {
        if (is_event_file_name(name)) events.push_back(prefix + name);
    }
    std::ranges::sort(events, natural_less);
    return events;
}

/// Paths relative to the folder of an MLflow run; empty for all other folders, and for MLflow's models.
std::vector<std::string> mlflow_files(const fs::path& folder, const FolderListing& listing) {
    if (!has_name(listing.files, "meta.yaml") || !has_name(listing.folders, "metrics")) return {};
    if (folder.parent_path().filename() == "models") return {};
    auto below = list_files_below(folder / "metrics");
    if (!below) return {};
    auto& files = below->files;
    files.resize(std::min(files.size(), most_mlflow_files));
    for (auto& file : files)
        file.insert(0, "metrics/");
    return std::move(files);
}

std::optional<std::int64_t> start_of(const fs::path& path) {
    if (const auto event_file = read_event_file_name(path.filename().native())) return event_file->begun;
    const auto folder = path.parent_path();
    const auto start = wandb_start(folder.filename().native());
    return start ? start : wandb_start(folder.parent_path().filename().native());
}

}  // namespace

std::vector<fs::path> metrics_in(const fs::path& folder, const FolderListing& listing,
                                 const std::vector<fs::path>& events) {
    if (folder.filename() == "wandb") {
        auto logs = wandb_logs(folder, listing);
        if (!logs.empty()) return logs;
    }
    auto names = texts_in(folder, listing);
    const auto is_kept = [&](auto name) { return std::ranges::find(names, name) != names.end(); };
    const bool has_events = !events.empty() && std::ranges::none_of(kept_beside_events, is_kept);
    if (names.empty() && !has_events) names = mlflow_files(folder, listing);
    std::vector<fs::path> paths;
    paths.reserve(names.size() + events.size());
    for (const auto& name : names)
        paths.push_back(folder / name);
    if (has_events) paths.insert(paths.end(), events.begin(), events.end());
    return paths;
}

std::vector<fs::path> events_of_run(const fs::path& folder, const FolderListing& listing) {
    auto events = events_in(listing, "");
    const bool has_own = !events.empty();
    for (const auto& name : listing.folders) {
        if (!is_event_series_name(name) && (!has_own || !is_scalars_folder(folder / name))) continue;
        const auto inner = list_folder(folder / name);
        if (inner) std::ranges::move(events_in(*inner, name + '/'), std::back_inserter(events));
    }
    std::vector<fs::path> paths;
    paths.reserve(events.size());
    for (const auto& name : events)
        paths.push_back(folder / name);
    return paths;
}

std::int64_t metrics_time(const std::vector<fs::path>& metrics) {
    constexpr std::int64_t second = 1'000'000'000;
    std::int64_t newest = 0;
    for (const auto& path : metrics) {
        auto time = start_of(path);
        if (!time) {
            const auto identity = file_identity(path);
            time = identity.ok() ? (*identity).modified_ns / second : 0;
        }
        newest = std::max(newest, *time);
    }
    return newest;
}

bool is_logger_folder_name(std::string_view name) {
    constexpr std::array<std::string_view, 14> names = {
        "wandb",           "mlruns",    "runs",           "logs",    "log",    "tb",
        "tensorboard",     "summaries", "lightning_logs", "tb_logs", "tb_log", "tensorboard_logs",
        "tensorboard_log", "events"};
    return std::ranges::find(names, name) != names.end();
}

}  // namespace stepvault
