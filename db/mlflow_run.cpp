#include "db/mlflow_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/paths.h"
#include "db/run_folder.h"
#include "db/statement.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

struct Run {
    std::string id;
    fs::path artifacts;  ///< empty if they are not on a file system
};

Result<std::vector<Run>> read_runs(Database& database, const fs::path& base) {
    // In a database of many experiments, runs that are still training are among the newest.
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT run_uuid, artifact_uri FROM runs WHERE lifecycle_stage IS NOT 'deleted'
        ORDER BY start_time DESC, rowid DESC LIMIT 10000)sql"));
    std::vector<Run> runs;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return runs;
        runs.push_back({select.text(0), named_path(select.text(1), base)});
    }
}

/// The id of the first of `runs` for which `sql`, with the run's id as its parameter, gives a value that
/// `fits` accepts.
template <class Fits>
Result<std::optional<std::string>> find_by(Database& database, const std::vector<Run>& runs,
                                           const std::string& sql, Fits fits) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, sql));
    for (const auto& run : runs) {
        select.bind_text(run.id);
        while (true) {
            STEPVAULT_ASSIGN(more, select.step());
            if (!more) break;
            if (fits(select.text(0))) return std::optional(run.id);
        }
    }
    return std::optional<std::string>();
}

}  // namespace

Result<std::optional<std::string>> find_mlflow_run(ForeignDatabase& foreign, const fs::path& folder,
                                                   bool alone) {
    constexpr std::array<std::string_view, 4> run_columns{"run_uuid", "artifact_uri", "start_time",
                                                          "lifecycle_stage"};
    constexpr std::array<std::string_view, 3> value_columns{"run_uuid", "key", "value"};
    auto& database = foreign.database();
    const auto base = database.path().parent_path();
    STEPVAULT_ASSIGN(has_runs, foreign.has("runs", run_columns));
    if (!has_runs) return std::optional<std::string>();
    STEPVAULT_ASSIGN(runs, read_runs(database, base));

    for (const auto& run : runs) {
        if (run.artifacts.empty()) continue;
        if (lies_in(run.artifacts, folder) || lies_in(folder, run.artifacts)) return std::optional(run.id);
    }
    for (const auto& run : runs) {
        if (std::find(folder.begin(), folder.end(), fs::path(run.id)) != folder.end())
            return std::optional(run.id);
    }
    STEPVAULT_ASSIGN(has_params, foreign.has("params", value_columns));
    if (has_params) {
        std::string keys;
        for (const auto key : run_folder_keys)
            keys.append(keys.empty() ? "'" : ", '").append(key).append("'");
        STEPVAULT_ASSIGN(
            named,
            find_by(database, runs, "SELECT value FROM params WHERE run_uuid = ? AND key IN (" + keys + ")",
                    [&](const std::string& value) { return named_path(value, base) == folder; }));
        if (named) return std::move(named);
    }
    STEPVAULT_ASSIGN(has_tags, foreign.has("tags", value_columns));
    if (has_tags) {
        STEPVAULT_ASSIGN(
            named,
            find_by(database, runs,
                    "SELECT value FROM tags WHERE run_uuid = ? AND key = 'mlflow.source.name'",
                    [&](const std::string& value) { return lies_in(named_path(value, base), folder); }));
        if (named) return std::move(named);
    }
    if (runs.size() == 1 || (!runs.empty() && alone)) return std::optional(runs.front().id);
    return std::optional<std::string>();
}

}  // namespace stepvault
