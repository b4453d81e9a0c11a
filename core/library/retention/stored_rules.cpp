#include "library/retention/stored_rules.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace stepvault {

namespace {

/// Returns false if the member exists and is not a number from `least` to `most`.
template <class T>
bool read_count(const nlohmann::json& json, const char* name, std::uint64_t most, std::optional<T>& to,
                std::uint64_t least = 1) {
    const auto found = json.find(name);
    if (found == json.end()) return true;
    if (!found->is_number_unsigned() || *found < least || *found > most) return false;
    to = static_cast<T>(found->get<std::uint64_t>());
    return true;
}

bool read_best(const nlohmann::json& json, std::optional<BestRule>& to) {
    const auto found = json.find("best");
    if (found == json.end()) return true;
    if (!found->is_object()) return false;
    std::optional<std::uint32_t> count;
    if (!read_count(*found, "count", std::numeric_limits<std::uint32_t>::max(), count) || !count)
        return false;
    const auto text = [&](const char* name) { return found->contains(name) && (*found)[name].is_string(); };
    if (!text("order") || !text("metric")) return false;
    if ((*found)["order"] != "min" && (*found)["order"] != "max") return false;
    to = BestRule{*count, (*found)["order"] == "max" ? MetricOrder::max : MetricOrder::min,
                  (*found)["metric"]};
    return true;
}

}  // namespace

std::string rules_to_json(const RetentionRules& rules) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (rules.last) json["last"] = *rules.last;
    if (rules.best) {
        json["best"] = {{"count", rules.best->count},
                        {"order", rules.best->order == MetricOrder::max ? "max" : "min"},
                        {"metric", rules.best->tag}};
    }
    if (rules.every) json["every"] = *rules.every;
    if (rules.first) json["first"] = true;
    if (rules.within) json["within"] = rules.within->count();
    if (rules.bytes) json["bytes"] = *rules.bytes;
    // The name of a metric need not be valid UTF-8.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<RetentionRules> rules_from_json(std::string_view text) {
    RetentionRules rules;
    if (text.empty()) return rules;
    const auto json = nlohmann::json::parse(text, nullptr, false);
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    std::optional<std::int64_t> within;
    const bool is_sound =
        json.is_object() && read_count(json, "last", std::numeric_limits<std::uint32_t>::max(), rules.last) &&
        read_best(json, rules.best) && read_count(json, "every", most, rules.every) &&
        read_count(json, "within", most, within, 0) && read_count(json, "bytes", most, rules.bytes, 0);
    if (!is_sound || (json.contains("first") && !json["first"].is_boolean()))
        return Error{ErrorCode::corrupt, "the vault's retention rules cannot be read; set them again"};
    rules.first = json.value("first", false);
    if (within) rules.within = std::chrono::seconds(*within);
    return rules;
}

Result<RetentionRules> read_rules(const Vault& vault) {
    STEPVAULT_ASSIGN(json, vault.setting(rules_setting));
    return rules_from_json(json);
}

}  // namespace stepvault
