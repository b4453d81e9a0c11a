#include "vault/records/run_hyperparameters.h"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "metrics/settings_tree.h"
#include "vault/format/json_file.h"
#include "vault/format/json_text.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_params_file = std::uint64_t{64} << 20;

nlohmann::ordered_json param_json(const HyperparameterValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return escape_bytes(*text);
    return json_value(value);
}

Result<HyperparameterValue> param_value(const nlohmann::ordered_json& json) {
    if (json.is_boolean()) return HyperparameterValue(json.get<bool>());
    if (json.is_number()) return HyperparameterValue(json.get<double>());
    STEPVAULT_ASSIGN(text, unescape_bytes(json.get_ref<const std::string&>()));
    return HyperparameterValue(std::move(text));
}

bool has_texts(const nlohmann::ordered_json& entry, const char* first, const char* second) {
    return entry.is_object() && entry.contains(first) && entry[first].is_string() && entry.contains(second) &&
           entry[second].is_string();
}

}  // namespace

Status RunHyperparameters::write(const std::filesystem::path& file) const {
    auto params = nlohmann::ordered_json::array();
    for (const auto& p : values)
        params.push_back({{"key", escape_bytes(p.key)},
                          {"value", param_json(p.value)},
                          {"source", escape_bytes(p.source)}});
    auto unread = nlohmann::ordered_json::array();
    for (const auto& s : skipped)
        unread.push_back({{"source", escape_bytes(s.source)}, {"reason", escape_bytes(s.reason)}});
    return write_json_file(file, {{"params", std::move(params)}, {"skipped", std::move(unread)}});
}

Result<RunHyperparameters> RunHyperparameters::read(const std::filesystem::path& file) {
    constexpr const char* kind = "list of hyperparameters";
    auto read = read_json_file(file, largest_params_file, kind);
    if (!read && read.error().code == ErrorCode::not_found) return RunHyperparameters();
    STEPVAULT_ASSIGN(json, std::move(read));
    const Error damaged{ErrorCode::corrupt, file.native() + " is no " + kind};
    const auto is_list = [&](const char* key) { return json.contains(key) && json[key].is_array(); };
    if (!is_list("params") || !is_list("skipped")) return damaged;
    RunHyperparameters found;
    for (const auto& entry : json["params"]) {
        if (!has_texts(entry, "key", "source") || !entry.contains("value")) return damaged;
        const auto& value = entry["value"];
        if (!value.is_boolean() && !value.is_number() && !value.is_string()) return damaged;
        STEPVAULT_ASSIGN(key, unescape_bytes(entry["key"].get_ref<const std::string&>()));
        STEPVAULT_ASSIGN(source, unescape_bytes(entry["source"].get_ref<const std::string&>()));
        STEPVAULT_ASSIGN(typed, param_value(value));
        found.values.push_back({std::move(key), std::move(typed), std::move(source)});
    }
    for (const auto& entry : json["skipped"]) {
        if (!has_texts(entry, "source", "reason")) return damaged;
        STEPVAULT_ASSIGN(source, unescape_bytes(entry["source"].get_ref<const std::string&>()));
        STEPVAULT_ASSIGN(reason, unescape_bytes(entry["reason"].get_ref<const std::string&>()));
        found.skipped.push_back({std::move(source), std::move(reason)});
    }
    return found;
}

}  // namespace stepvault
