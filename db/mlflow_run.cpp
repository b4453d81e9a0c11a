#include "db/mlflow_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/paths.h"
#include "db/run_folder_keys.h"
#include "db/statement.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

struct Run {
    std::string id;
    fs::path artifacts;  ///< empty if they are not on a file system
};

std::string without_escapes(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        const auto digits = text.substr(i + 1, 2);
        const auto* end = digits.data() + digits.size();
        if (text[i] == '%' && digits.size() == 2 &&
            std::from_chars(digits.data(), end, value, 16).ptr == end) {
            plain += static_cast<char>(value);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

/// Takes a path or a file: URI. Empty for URIs of other kinds.
fs::path to_path(std::string_view text, const fs::path& base) {
    constexpr std::string_view file = "file:";
    std::string plain(text);
    if (text.starts_with(file)) {
        text.remove_prefix(file.size());
        if (text.starts_with("//")) text.remove_prefix(std::min(text.find('/', 2), text.size()));
        plain = without_escapes(text);
    } else if (text.find("://") != std::string_view::npos || text.starts_with("mlflow-artifacts:")) {
        return {};
    }
    if (plain.empty() || plain.find('\0') != std::string::npos) return {};
    auto path = (base / plain).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

Result<std::vector<Run>> read_runs(Database& database, const fs::path& base) {
    // In a database of many experiments, runs that are still training are among the newest.
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT run_uuid, artifact_uri FROM runs WHERE lifecycle_stage IS NOT 'deleted'
        ORDER BY start_time DESC, rowid DESC LIMIT 10000)sql"));
    std::vector<Run> runs;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return runs;
        runs.push_back({select.text(0), to_path(select.text(1), base)});
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
                    [&](const std::string& value) { return to_path(value, base) == folder; }));
        if (named) return std::move(named);
    }
    STEPVAULT_ASSIGN(has_tags, foreign.has("tags", value_columns));
    if (has_tags) {
        STEPVAULT_ASSIGN(
            named, find_by(database, runs,
                           "SELECT value FROM tags WHERE run_uuid = ? AND key = 'mlflow.source.name'",
                           [&](const std::string& value) { return lies_in(to_path(value, base), folder); }));
        if (named) return std::move(named);
    }
    if (runs.size() == 1 || (!runs.empty() && alone)) return std::optional(runs.front().id);
    return std::optional<std::string>();
}

}  // namespace stepvault
