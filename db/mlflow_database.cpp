#include "db/mlflow_database.h"

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "db/database_source.h"
#include "db/mlflow_run.h"
#include "metrics/metric_fields.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

constexpr std::array<std::string_view, 6> metric_columns{"run_uuid",  "key",   "step",
                                                         "timestamp", "value", "is_nan"};

constexpr std::array<std::string_view, 3> param_columns{"run_uuid", "key", "value"};

double to_value(double stored, bool is_nan) {
    constexpr double largest = std::numeric_limits<double>::max();
    if (is_nan) return std::numeric_limits<double>::quiet_NaN();
    if (std::abs(stored) < largest) return stored;
    return std::copysign(std::numeric_limits<double>::infinity(), stored);
}

/// `row`: its columns from 1 on are key, step, timestamp, value and is_nan.
MetricPoint to_point(const Statement& row) {
    return {.tag = valid_utf8(row.text(1)),
            .step = row.integer(2),
            .time = to_epoch_seconds(row.real(3)),
            .value = to_value(row.real(4), row.integer(5) != 0)};
}

class MlflowDatabase final : public DatabaseSource {
 public:
    MlflowDatabase(std::filesystem::path file, std::filesystem::path run_folder, bool alone)
        : DatabaseSource(std::move(file), {.name = "metrics",
                                           .columns = metric_columns,
                                           .rows = R"sql(
            SELECT rowid, key, step, timestamp, value, is_nan FROM metrics
            WHERE run_uuid = ? AND rowid > ? AND typeof(key) = 'text' AND length(key) BETWEEN 1 AND 256
                AND typeof(step) = 'integer' AND typeof(value) IN ('real', 'integer')
            ORDER BY rowid)sql",
                                           .row = R"sql(
            SELECT rowid, key, step, timestamp, value, is_nan FROM metrics
            WHERE run_uuid = ? AND rowid = ?)sql"}),
          run_folder_(std::move(run_folder)),
          alone_(alone) {}

    [[nodiscard]] Result<std::vector<Hyperparameter>> hyperparameters() const override;

 private:
    Result<std::optional<std::string>> find_run(ForeignDatabase& database) const override {
        return find_mlflow_run(database, run_folder_, alone_);
    }
    void append(const Statement& row, std::vector<MetricPoint>& points) const override {
        points.push_back(to_point(row));
    }

    std::filesystem::path run_folder_;
    bool alone_;
};

Result<std::vector<Hyperparameter>> MlflowDatabase::hyperparameters() const {
    STEPVAULT_ASSIGN(foreign, ForeignDatabase::open(path()));
    auto settings = nlohmann::json::object();
    STEPVAULT_ASSIGN(run, find_mlflow_run(foreign, run_folder_, alone_));
    STEPVAULT_ASSIGN(has_params, foreign.has("params", param_columns));
    if (run && has_params) {
        STEPVAULT_ASSIGN(select, Statement::prepare(foreign.database(), R"sql(
            SELECT key, value FROM params
            WHERE run_uuid = ? AND typeof(key) = 'text' AND typeof(value) = 'text')sql"));
        select.bind_text(*run);
        while (settings.size() <= most_hyperparameters) {
            STEPVAULT_ASSIGN(more, select.step());
            if (!more) break;
            settings[valid_utf8(select.text(0))] = json_value(typed_value(valid_utf8(select.text(1))));
        }
    }
    STEPVAULT_TRY(foreign.end());
    return flatten_settings(settings);
}

}  // namespace

std::unique_ptr<MetricSource> open_mlflow_database(const std::filesystem::path& file,
                                                   const std::filesystem::path& run_folder, bool alone) {
    return std::make_unique<MlflowDatabase>(file, run_folder, alone);
}

}  // namespace stepvault
