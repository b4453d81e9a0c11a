#include "db/trackio_database.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "db/database_source.h"
#include "db/run_folder_keys.h"
#include "metrics/flat_object.h"
#include "metrics/settings_text.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> metric_columns{"run_id", "run_name", "timestamp", "step",
                                                         "metrics"};
constexpr std::array<std::string_view, 2> config_columns{"run_id", "config"};

struct Run {
    std::string id;
    std::string name;
};

Result<std::vector<Run>> read_runs(Database& database) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT run_id, run_name FROM metrics GROUP BY run_id ORDER BY max(rowid) DESC LIMIT 10000)sql"));
    std::vector<Run> runs;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return runs;
        runs.push_back({select.text(0), select.text(1)});
    }
}

/// The run's configuration; an empty object if it has none that can be read.
Result<nlohmann::json> read_config(ForeignDatabase& foreign, const std::string& run) {
    STEPVAULT_ASSIGN(has_configs, foreign.has("configs", config_columns));
    auto config = nlohmann::json::object();
    if (!has_configs) return config;
    STEPVAULT_ASSIGN(select,
                     Statement::prepare(foreign.database(), "SELECT config FROM configs WHERE run_id = ?"));
    STEPVAULT_ASSIGN(found, select.bind_text(run).step());
    if (!found) return config;
    auto parsed = parse_json_settings(as_text(select.bytes(0)));
    if (!parsed || !parsed->is_object()) return config;
    for (auto& [key, value] : parsed->items()) {
        if (!key.starts_with('_')) config[key] = std::move(value);  // Trackio's own: _Username, _Created, ...
    }
    return config;
}

bool names_folder(const nlohmann::json& config, const fs::path& folder, const fs::path& base) {
    return std::ranges::any_of(run_folder_keys, [&](std::string_view key) {
        const auto at = config.find(key);
        if (at == config.end() || !at->is_string()) return false;
        auto named = (base / at->get_ref<const std::string&>()).lexically_normal();
        return (named.has_filename() ? named : named.parent_path()) == folder;
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
            WHERE run_id = ? AND rowid > ? AND typeof(step) = 'integer' ORDER BY rowid)sql",
                                           .row = R"sql(
            SELECT rowid, step, metrics,
                strftime('%s', timestamp) + strftime('%f', timestamp) - strftime('%S', timestamp) FROM metrics
            WHERE run_id = ? AND rowid = ?)sql"}),
          run_folder_(std::move(run_folder)),
          alone_(alone) {}

    [[nodiscard]] Result<std::vector<Hyperparameter>> hyperparameters() const override {
        STEPVAULT_ASSIGN(foreign, ForeignDatabase::open(path()));
        STEPVAULT_ASSIGN(run, find_run(foreign));
        auto config = nlohmann::json::object();
        if (run) {
            STEPVAULT_ASSIGN(read, read_config(foreign, *run));
            config = std::move(read);
        }
        STEPVAULT_TRY(foreign.end());
        return flatten_settings(config);
    }

 private:
    Result<std::optional<std::string>> find_run(ForeignDatabase& foreign) const override {
        STEPVAULT_ASSIGN(has_metrics, foreign.has("metrics", metric_columns));
        if (!has_metrics) return std::optional<std::string>();
        STEPVAULT_ASSIGN(runs, read_runs(foreign.database()));
        for (const auto& run : runs) {
            STEPVAULT_ASSIGN(config, read_config(foreign, run.id));
            if (names_folder(config, run_folder_, path().parent_path())) return std::optional(run.id);
        }
        const auto named = std::ranges::find(runs, run_folder_.filename().native(), &Run::name);
        if (named != runs.end()) return std::optional(named->id);
        if (runs.size() == 1 || (!runs.empty() && alone_)) return std::optional(runs.front().id);
        return std::optional<std::string>();
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
