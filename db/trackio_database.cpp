#include "db/trackio_database.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "db/database_source.h"
#include "db/run_folder.h"
#include "metrics/flat_object.h"
#include "metrics/settings_text.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> metric_columns{"run_id", "run_name", "timestamp", "step",
                                                         "metrics"};
constexpr std::array<std::string_view, 3> config_columns{"run_id", "run_name", "config"};

struct Run {
    std::string id;
    std::string name;
    std::string config;  ///< JSON
};

/// The newest first. Trackio writes a configuration for each run when the run begins; the table of metrics
/// may have millions of rows.
Result<std::vector<Run>> read_runs(Database& database) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT run_id, run_name, config FROM configs ORDER BY rowid DESC LIMIT 10000)sql"));
    std::vector<Run> runs;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return runs;
        runs.push_back({select.text(0), select.text(1), select.text(2)});
    }
}

/// The run's own settings; an empty object where they cannot be read.
nlohmann::json settings_of(const Run& run) {
    auto settings = nlohmann::json::object();
    auto parsed = parse_json_settings(run.config);
    if (!parsed || !parsed->is_object()) return settings;
    for (auto& [key, value] : parsed->items()) {
        if (!key.starts_with('_'))
            settings[key] = std::move(value);  // Trackio's own: _Username, _Created, ...
    }
    return settings;
}

bool names_folder(const Run& run, const fs::path& folder, const fs::path& base) {
    if (run.config.find(folder.filename().native()) == std::string::npos)
        return false;  // spares most parsing
    const auto settings = settings_of(run);
    return std::ranges::any_of(run_folder_keys, [&](std::string_view key) {
        const auto at = settings.find(key);
        return at != settings.end() && at->is_string() &&
               named_path(at->get_ref<const std::string&>(), base) == folder;
    });
}

class TrackioDatabase final : public DatabaseSource {
 public:
    TrackioDatabase(fs::path file, fs::path run_folder, bool alone)
        : DatabaseSource(std::move(file), {.name = "metrics",
                                           .columns = metric_columns,
                                           .rows = R"sql(
            SELECT rowid, step, metrics,
                strftime('%s', timestamp) + strftime('%f', timestamp) - strftime('%S', timestamp) FROM metrics
            WHERE +run_id = ? AND rowid > ? AND typeof(step) = 'integer' ORDER BY rowid)sql",
                                           .row = R"sql(
            SELECT rowid, step, metrics,
                strftime('%s', timestamp) + strftime('%f', timestamp) - strftime('%S', timestamp) FROM metrics
            WHERE run_id = ? AND rowid = ?)sql"}),
          run_folder_(std::move(run_folder)),
          alone_(alone) {}

    [[nodiscard]] Result<std::vector<Hyperparameter>> hyperparameters() const override {
        STEPVAULT_ASSIGN(foreign, ForeignDatabase::open(path()));
        STEPVAULT_ASSIGN(run, find(foreign));
        STEPVAULT_TRY(foreign.end());
        return flatten_settings(run ? settings_of(*run) : nlohmann::json::object());
    }

 private:
    Result<std::optional<std::string>> find_run(ForeignDatabase& foreign) const override {
        STEPVAULT_ASSIGN(run, find(foreign));
        return run ? std::optional(run->id) : std::nullopt;
    }

    Result<std::optional<Run>> find(ForeignDatabase& foreign) const {
        STEPVAULT_ASSIGN(has_configs, foreign.has("configs", config_columns));
        if (!has_configs) return std::optional<Run>();
        STEPVAULT_ASSIGN(runs, read_runs(foreign.database()));
        auto found = std::ranges::find_if(
            runs, [&](const Run& run) { return names_folder(run, run_folder_, path().parent_path()); });
        if (found == runs.end()) found = std::ranges::find(runs, run_folder_.filename().native(), &Run::name);
        if (found == runs.end() && alone_) found = runs.begin();
        return found != runs.end() ? std::optional(*found) : std::nullopt;
    }

    void append(const Statement& row, std::vector<MetricPoint>& points) const override {
        const auto fields = parse_flat_object(as_text(row.bytes(2)));
        if (!fields) return;
        const auto seconds = row.real(3);
        for (const auto& field : *fields) {
            auto tag = clean_tag(field.name);
            if (tag.empty()) continue;
            points.push_back({.tag = std::move(tag),
                              .step = row.integer(1),
                              .time = to_epoch_seconds(seconds),
                              .value = field.value});
        }
    }

    fs::path run_folder_;
    bool alone_;
};

}  // namespace

std::unique_ptr<MetricSource> open_trackio_database(const fs::path& file, const fs::path& run_folder,
                                                    bool alone) {
    return std::make_unique<TrackioDatabase>(file, run_folder, alone);
}

}  // namespace stepvault
