#include "db/mlflow_database.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "base/wall_clock.h"
#include "db/foreign_database.h"
#include "db/mlflow_run.h"
#include "db/statement.h"
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

bool same(const MetricPoint& a, const MetricPoint& b) {
    return a.tag == b.tag && a.step == b.step && a.time == b.time &&
           std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

class MlflowDatabase final : public MetricSource {
 public:
    MlflowDatabase(std::filesystem::path file, std::filesystem::path run_folder, bool alone)
        : file_(std::move(file)), run_folder_(std::move(run_folder)), alone_(alone) {}

    Result<std::vector<MetricPoint>> poll() override;
    [[nodiscard]] bool restarted() const override { return place_.begun; }
    [[nodiscard]] Result<FileIdentity> version() const override { return ForeignDatabase::version(file_); }
    [[nodiscard]] const std::filesystem::path& path() const override { return file_; }
    [[nodiscard]] Result<std::vector<Hyperparameter>> hyperparameters() const override;

 private:
    /// The place up to which the database was read.
    struct Place {
        std::string run;                      ///< id of the run; empty for none
        std::int64_t row = 0;                 ///< the last row that was read; 0 for none
        MetricPoint point;                    ///< the point of that row
        bool begun = false;                   ///< the last poll() began with the first row
        std::optional<FileIdentity> version;  ///< the version that was read completely
    };
    Result<std::vector<MetricPoint>> read_on(Place& place) const;

    std::filesystem::path file_;
    std::filesystem::path run_folder_;
    bool alone_;
    Place place_;
};

Result<std::vector<MetricPoint>> MlflowDatabase::poll() {
    place_.begun = false;
    const double now = unix_seconds();
    STEPVAULT_ASSIGN(current, version());
    if (place_.version == current) return std::vector<MetricPoint>();
    auto place = place_;
    STEPVAULT_ASSIGN(points, read_on(place));
    if (current.is_settled(now) && points.size() < metric_batch) place.version = current;
    place_ = std::move(place);
    return std::move(points);
}

/// True if the last row that was read still exists with the same point.
Result<bool> is_there(Database& database, const std::string& run, std::int64_t row,
                      const MetricPoint& point) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT rowid, key, step, timestamp, value, is_nan FROM metrics WHERE run_uuid = ? AND rowid = ?)sql"));
    STEPVAULT_ASSIGN(found, select.bind_text(run).bind(row).step());
    return found && same(to_point(select), point);
}

Result<std::vector<MetricPoint>> MlflowDatabase::read_on(Place& place) const {
    STEPVAULT_ASSIGN(foreign, ForeignDatabase::open(file_));
    auto& database = foreign.database();
    std::vector<MetricPoint> points;
    STEPVAULT_ASSIGN(run, find_mlflow_run(foreign, run_folder_, alone_));
    STEPVAULT_ASSIGN(has_metrics, foreign.has("metrics", metric_columns));
    if (!run || !has_metrics) {
        STEPVAULT_TRY(foreign.end());
        return points;
    }
    bool goes_on = *run == place.run;
    if (goes_on && place.row > 0) {
        STEPVAULT_ASSIGN(there, is_there(database, place.run, place.row, place.point));
        goes_on = there;
    }
    if (!goes_on) place = {.run = *run, .row = 0, .point = {}, .begun = true, .version = {}};
    {
        STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
            SELECT rowid, key, step, timestamp, value, is_nan FROM metrics
            WHERE run_uuid = ? AND rowid > ? AND typeof(key) = 'text' AND length(key) BETWEEN 1 AND 256
                AND typeof(step) = 'integer' AND typeof(value) IN ('real', 'integer')
            ORDER BY rowid)sql"));
        select.bind_text(place.run).bind(place.row);
        while (points.size() < metric_batch) {
            STEPVAULT_ASSIGN(more, select.step());
            if (!more) break;
            place.row = select.integer(0);
            points.push_back(to_point(select));
        }
    }
    if (!points.empty()) place.point = points.back();
    STEPVAULT_TRY(foreign.end());
    return points;
}

Result<std::vector<Hyperparameter>> MlflowDatabase::hyperparameters() const {
    STEPVAULT_ASSIGN(foreign, ForeignDatabase::open(file_));
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
