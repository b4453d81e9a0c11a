#include "metrics/settings_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

constexpr std::size_t deepest_setting = 32;
constexpr std::size_t most_settings = 65536;
constexpr std::size_t most_setting_bytes = std::size_t{8} << 20;
constexpr std::size_t longest_setting_key = 256;
constexpr std::size_t longest_setting_text = 4096;

std::string json_text(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::size_t text_bytes(const nlohmann::json& value) {
    return value.is_string() ? value.get_ref<const std::string&>().size() : 0;
}

/// YAML's merge key: "<<: *base" takes the keys of other maps that the map itself does not have.
void merge_keys(nlohmann::json& map) {
    const auto at = map.find("<<");
    if (at == map.end() || !(at->is_object() || at->is_array())) return;
    const auto merged = at->is_array() ? std::move(*at) : nlohmann::json::array({std::move(*at)});
    map.erase("<<");
    for (const auto& other : merged) {
        if (other.is_object()) map.insert(other.begin(), other.end());
    }
}

std::string cut(std::string text) {
    if (text.size() <= longest_setting_text) return text;
    return std::string(whole_characters(text, longest_setting_text)) + "\u2026";
}

HyperparameterValue setting_value(const nlohmann::json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number()) return value.get<double>();
    return cut(value.is_string() ? value.get<std::string>() : json_text(value));
}

bool is_secret(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    constexpr std::array<std::string_view, 8> ends{"_token",     "apikey",   "api_key", "access_key",
                                                   "secret_key", "password", "passwd",  "secret"};
    return name == "token" ||
           std::ranges::any_of(ends, [&name](std::string_view end) { return name.ends_with(end); });
}

class Flattening {
 public:
    Status add(const nlohmann::json& map, const std::string& prefix) {
        for (const auto& [name, value] : map.items()) {
            const auto key = prefix + name;
            // Vaults are shared; tables and logs are shown to others.
            if (is_secret(name)) continue;
            if (value.is_null() || key.empty() || key.size() > longest_setting_key) continue;
            if (value.is_object()) {
                STEPVAULT_TRY(add(value, key + "."));
                continue;
            }
            Hyperparameter parameter{.key = key, .value = setting_value(value)};
            bytes_ += parameter.key.size() + value_text(parameter.value).size();
            if (!found_.try_emplace(key, std::move(parameter)).second) continue;
            if (found_.size() > most_hyperparameters)
                return Error{ErrorCode::limit,
                             "more than " + std::to_string(most_hyperparameters) + " values"};
            if (bytes_ > most_hyperparameter_bytes)
                return Error{ErrorCode::limit, "more than 1 MiB of values"};
        }
        return {};
    }
    [[nodiscard]] std::vector<Hyperparameter> take() {
        std::vector<Hyperparameter> sorted;
        sorted.reserve(found_.size());
        for (auto& [key, parameter] : found_)
            sorted.push_back(std::move(parameter));
        return sorted;
    }

 private:
    std::map<std::string, Hyperparameter> found_;
    std::size_t bytes_ = 0;
};

}  // namespace

bool SettingsTree::refuse(ErrorCode code, const char* reason) {
    error_ = {code, reason};
    return false;
}

bool SettingsTree::charge(Cost cost) {
    cost_.values += cost.values;
    cost_.bytes += cost.bytes;
    if (cost_.values > most_settings) return refuse(ErrorCode::limit, "more than 65,536 values");
    if (cost_.bytes > most_setting_bytes) return refuse(ErrorCode::limit, "more than 8 MiB of text");
    return true;
}

bool SettingsTree::start(nlohmann::json value, Anchor anchor) {
    if (open_.size() >= deepest_setting) return refuse(ErrorCode::limit, "more than 32 levels");
    open_.push_back({std::move(value), {}, anchor, cost_});
    return charge({1, 0});
}

bool SettingsTree::start_map(Anchor anchor) {
    return start(nlohmann::json::object(), anchor);
}

bool SettingsTree::start_list(Anchor anchor) {
    return start(nlohmann::json::array(), anchor);
}

bool SettingsTree::end() {
    if (open_.empty()) return refuse(ErrorCode::corrupt, "an end without a start");
    auto closed = std::move(open_.back());
    open_.pop_back();
    if (closed.value.is_object()) merge_keys(closed.value);
    const Cost own{cost_.values - closed.before.values, cost_.bytes - closed.before.bytes};
    return put(std::move(closed.value), closed.anchor, own);
}

bool SettingsTree::add(nlohmann::json value, Anchor anchor) {
    const Cost cost{1, text_bytes(value)};
    return charge(cost) && put(std::move(value), anchor, cost);
}

bool SettingsTree::repeat(Anchor anchor) {
    const auto at = anchored_.find(anchor);
    if (at == anchored_.end())
        return refuse(ErrorCode::corrupt, "an alias refers to a value that contains it");
    return charge(at->second.cost) && put(at->second.value, 0, at->second.cost);
}

bool SettingsTree::put(nlohmann::json value, Anchor anchor, Cost cost) {
    if (anchor != 0) {
        // The anchor keeps a copy, which takes memory as well.
        if (!charge(cost)) return false;
        anchored_.insert_or_assign(anchor, Anchored{value, cost});
    }
    if (open_.empty()) {
        root_ = std::move(value);
        return true;
    }
    auto& parent = open_.back();
    if (parent.value.is_array()) {
        parent.value.push_back(std::move(value));
    } else if (!parent.key) {
        parent.key = value.is_string() ? value.get<std::string>() : json_text(value);
    } else {
        parent.value[*std::exchange(parent.key, {})] = std::move(value);
    }
    return true;
}

nlohmann::json json_value(const HyperparameterValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag;
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    const auto number = std::get<double>(value);
    const auto whole = to_step(number);
    return whole ? nlohmann::json(*whole) : nlohmann::json(number);
}

Result<std::vector<Hyperparameter>> flatten_settings(const nlohmann::json& settings) {
    if (settings.is_null()) return std::vector<Hyperparameter>();
    if (!settings.is_object()) return Error{ErrorCode::corrupt, "no keys and values"};
    Flattening flat;
    STEPVAULT_TRY(flat.add(settings, {}));
    return flat.take();
}

}  // namespace stepvault
