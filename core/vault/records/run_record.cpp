#include "vault/records/run_record.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "vault/format/json_file.h"
#include "vault/format/json_text.h"
#include "vault/format/step_meta.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_run_record = std::uint64_t{16} << 20;

/// True where the member is there and true.
bool is_set(const nlohmann::ordered_json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && *at == true;
}

/// nullopt for labels that no version of Stepvault writes. A record from before labels has none.
std::optional<RunLabels> read_labels(const nlohmann::ordered_json& json) {
    RunLabels labels;
    labels.favourite = is_set(json, "favourite");
    labels.archived = is_set(json, "archived");
    if (const auto note = json.find("note"); note != json.end()) {
        if (!note->is_string() || !check_note(note->get_ref<const std::string&>())) return {};
        labels.note = *note;
    }
    if (const auto tags = json.find("tags"); tags != json.end()) {
        if (!tags->is_array() || tags->size() > RunLabels::most_tags) return {};
        for (const auto& tag : *tags) {
            if (!tag.is_string() || !check_tag(tag.get_ref<const std::string&>())) return {};
            labels.tags.insert(tag);
        }
    }
    return labels;
}

std::string hex_text(std::uint64_t number) {
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number >>= 4)
        *digit = "0123456789abcdef"[number & 15];
    return digits;
}

/// nullopt for what no version of Stepvault writes. A record from before restored files has none.
std::optional<RestoredFiles> read_restored(const nlohmann::ordered_json& json) {
    RestoredFiles restored;
    const auto list = json.find("restored");
    if (list == json.end()) return restored;
    if (!list->is_array()) return {};
    for (const auto& file : *list) {
        const bool is_whole = file.is_object() && file.contains("path") && file["path"].is_string() &&
                              file.contains("bytes") && file["bytes"].is_number_unsigned() &&
                              file.contains("xxh3") && file["xxh3"].is_string();
        if (!is_whole) return {};
        const auto path = unescape_bytes(file["path"].get_ref<const std::string&>());
        const auto& hex = file["xxh3"].get_ref<const std::string&>();
        RestoredFile content{.bytes = file["bytes"], .xxh3 = 0};
        const auto read = std::from_chars(hex.data(), hex.data() + hex.size(), content.xxh3, 16);
        if (!path || read.ec != std::errc() || read.ptr != hex.data() + hex.size()) return {};
        restored.emplace(*path, content);
    }
    return restored;
}

}  // namespace

Status RunRecord::write(const std::filesystem::path& file) const {
    auto rules = nlohmann::ordered_json::array();
    for (const auto& rule : choice.rules)
        rules.push_back(escape_bytes(rule.text()));
    nlohmann::ordered_json json{{"id", id},
                                {"name", escape_bytes(name)},
                                {"folder", escape_bytes(folder)},
                                {"series", escape_bytes(series)},
                                {"scheme", name_of(choice.scheme)},
                                {"bits", choice.bits},
                                {"buckets", name_of(choice.buckets)},
                                {"representative", name_of(choice.representative)},
                                {"error", choice.error},
                                {"budget", choice.budget},
                                {"rules", rules},
                                {"created", created},
                                {"pins", pins}};
    if (choice.exact_base) json["exact_base"] = true;
    if (guest) json["guest"] = true;
    if (is_private) json["private"] = true;
    if (is_named) json["named"] = true;
    if (!base_from_memory.empty()) json["base_from_memory"] = base_from_memory;
    if (!labels.note.empty()) json["note"] = labels.note;
    if (!labels.tags.empty()) json["tags"] = labels.tags;
    if (labels.favourite) json["favourite"] = true;
    if (labels.archived) json["archived"] = true;
    for (const auto& [path, content] : restored)
        json["restored"].push_back(
            {{"path", escape_bytes(path)}, {"bytes", content.bytes}, {"xxh3", hex_text(content.xxh3)}});
    return write_json_file(file, json);
}

Result<RunRecord> RunRecord::read(const std::filesystem::path& file) {
    STEPVAULT_ASSIGN(json, read_json_file(file, largest_run_record, "run record"));
    const Error damaged{ErrorCode::corrupt, file.native() + " is no run record"};
    const auto text = [&](const char* key) {
        const auto at = json.find(key);
        return at != json.end() && at->is_string() ? unescape_bytes(at->get_ref<const std::string&>())
                                                   : Result<std::string>(damaged);
    };
    RunRecord record;
    STEPVAULT_ASSIGN(id, text("id"));
    STEPVAULT_ASSIGN(name, text("name"));
    STEPVAULT_ASSIGN(folder, text("folder"));
    STEPVAULT_ASSIGN(scheme_name, text("scheme"));
    STEPVAULT_ASSIGN(scheme, scheme_named(scheme_name));
    if (!json.contains("bits") || !json["bits"].is_number_unsigned() || !json.contains("created") ||
        !json["created"].is_number()) {
        return damaged;
    }
    record.id = id;
    record.name = name;
    record.folder = folder;
    record.choice.scheme = scheme;
    record.choice.bits =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(json["bits"].get<std::uint64_t>(), 255));
    record.created = json["created"];
    if (json.contains("series")) {
        STEPVAULT_ASSIGN(series, text("series"));
        record.series = series;
    }
    if (json.contains("buckets")) {
        STEPVAULT_ASSIGN(named, text("buckets"));
        const auto buckets = buckets_named(named);
        if (!buckets) return damaged;
        record.choice.buckets = *buckets;
    }
    if (json.contains("representative")) {
        STEPVAULT_ASSIGN(named, text("representative"));
        const auto representative = representative_named(named);
        if (!representative) return damaged;
        record.choice.representative = *representative;
    }
    if (json.contains("error") && json["error"].is_number()) record.choice.error = json["error"];
    if (json.contains("budget") && json["budget"].is_number()) record.choice.budget = json["budget"];
    if (const auto rules = json.find("rules"); rules != json.end()) {
        if (!rules->is_array()) return damaged;
        for (const auto& rule : *rules) {
            if (!rule.is_string()) return damaged;
            STEPVAULT_ASSIGN(plain, unescape_bytes(rule.get_ref<const std::string&>()));
            auto parsed = CodingRule::parse(plain);
            if (!parsed) return damaged;
            record.choice.rules.push_back(std::move(*parsed));
        }
    }
    record.choice.exact_base = is_set(json, "exact_base");
    record.guest = is_set(json, "guest");
    record.is_private = is_set(json, "private");
    record.is_named = is_set(json, "named");
    if (json.contains("base_from_memory")) {
        STEPVAULT_ASSIGN(base, text("base_from_memory"));
        record.base_from_memory = base;
    }
    auto labels = read_labels(json);
    if (!labels) return damaged;
    record.labels = std::move(*labels);
    if (const auto pins = json.find("pins"); pins != json.end()) {
        if (!pins->is_array()) return damaged;
        for (const auto& pin : *pins) {
            if (!pin.is_string() || !is_checkpoint_id(pin.get_ref<const std::string&>())) return damaged;
            record.pins.insert(pin);
        }
    }
    auto restored = read_restored(json);
    if (!restored) return damaged;
    record.restored = std::move(*restored);
    if (!check_scheme(record.choice)) return damaged;
    return record;
}

}  // namespace stepvault
