#include "metrics/hyperparameter_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/file.h"
#include "metrics/event_hyperparameters.h"
#include "metrics/settings_text.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_settings_file = std::uint64_t{4} << 20;
constexpr std::uint64_t largest_mlflow_parameter = std::uint64_t{64} << 10;
constexpr int deepest_mlflow_folder = 8;

/// "value" of each key.
nlohmann::json wandb_settings(const nlohmann::json& config) {
    if (!config.is_object()) return config;
    auto settings = nlohmann::json::object();
    for (const auto& [key, entry] : config.items()) {
        if (key == "_wandb" || key == "wandb_version") continue;
        const bool has_value = entry.is_object() && entry.contains("value");
        settings[key] = has_value ? entry["value"] : entry;
    }
    return settings;
}

std::string_view without_line_end(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r'))
        text.remove_suffix(1);
    return text;
}

Result<nlohmann::json> mlflow_settings(const fs::path& folder) {
    auto settings = nlohmann::json::object();
    std::error_code ec;
    fs::recursive_directory_iterator at(folder, ec);
    for (; !ec && at != fs::recursive_directory_iterator(); at.increment(ec)) {
        if (at.depth() >= deepest_mlflow_folder) at.disable_recursion_pending();
        std::error_code failed;
        if (!fs::is_regular_file(at->symlink_status(failed))) continue;
        if (settings.size() >= most_hyperparameters)
            return Error{ErrorCode::limit, "more than " + std::to_string(most_hyperparameters) + " values"};
        const auto bytes = read_file(at->path(), largest_mlflow_parameter);
        if (!bytes) return bytes.error();
        auto key = at->path().lexically_relative(folder).native();
        std::ranges::replace(key, '/', '.');
        settings[key] = json_value(typed_value(without_line_end(as_text(*bytes))));
    }
    if (ec) return system_error(ec.value(), "list", folder.native());
    return settings;
}

Result<nlohmann::json> settings_of_events(const fs::path& path) {
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(size, file.size());
    Bytes beginning(std::min(size, event_file_beginning));
    STEPVAULT_ASSIGN(read, file.read_some(0, beginning));
    return event_settings(ByteView(beginning).first(read));
}

Result<nlohmann::json> settings_of(const HyperparameterFile& file) {
    if (file.format == HyperparameterFormat::mlflow) return mlflow_settings(file.path);
    if (file.format == HyperparameterFormat::events) return settings_of_events(file.path);
    STEPVAULT_ASSIGN(bytes, read_file(file.path, largest_settings_file));
    if (file.format == HyperparameterFormat::json) return parse_json_settings(as_text(bytes));
    auto settings = parse_yaml_settings(as_text(bytes));
    if (!settings || file.format != HyperparameterFormat::wandb) return settings;
    return wandb_settings(*settings);
}

}  // namespace

Result<std::vector<Hyperparameter>> read_hyperparameters(const HyperparameterFile& file) {
    const auto failed = [&](const Error& error) {
        // Errors of the system name the path already.
        if (error.message.find(file.path.native()) != std::string::npos) return error;
        return error.within(file.path.native());
    };
    const auto settings = settings_of(file);
    if (!settings) return failed(settings.error());
    auto parameters = flatten_settings(*settings);
    if (!parameters) return failed(parameters.error());
    return parameters;
}

}  // namespace stepvault
