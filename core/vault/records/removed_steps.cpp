#include "vault/records/removed_steps.h"

#include <nlohmann/json.hpp>

#include "vault/format/json_file.h"
#include "vault/format/json_text.h"
#include "vault/format/step_meta.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{256} << 20;

bool is_entry(const nlohmann::ordered_json& json) {
    return json.is_object() && json.contains("id") && json["id"].is_string() && json.contains("source") &&
           json["source"].is_string() && json.contains("bytes") && json["bytes"].is_number_unsigned() &&
           json.contains("modified_ns") && json["modified_ns"].is_number_integer() &&
           json.contains("sequence") && json["sequence"].is_number_unsigned();
}

}  // namespace

Result<std::vector<RemovedStep>> read_removed_steps(const std::filesystem::path& file) {
    constexpr const char* kind = "list of removed checkpoints";
    auto read = read_json_file(file, largest_file, kind);
    if (!read && read.error().code == ErrorCode::not_found) return std::vector<RemovedStep>();
    STEPVAULT_ASSIGN(json, std::move(read));
    const Error damaged{ErrorCode::corrupt, file.native() + " is no " + kind};
    if (!json.contains("removed") || !json["removed"].is_array()) return damaged;
    std::vector<RemovedStep> removed;
    for (const auto& entry : json["removed"]) {
        if (!is_entry(entry) || !is_checkpoint_id(entry["id"].get_ref<const std::string&>())) return damaged;
        STEPVAULT_ASSIGN(source, unescape_bytes(entry["source"].get_ref<const std::string&>()));
        removed.push_back(
            {entry["id"], std::move(source), entry["bytes"], entry["modified_ns"], entry["sequence"]});
    }
    return removed;
}

Status write_removed_steps(const std::filesystem::path& file, const std::vector<RemovedStep>& removed) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& r : removed) {
        list.push_back({{"id", r.id},
                        {"source", escape_bytes(r.source)},
                        {"bytes", r.original_bytes},
                        {"modified_ns", r.modified_ns},
                        {"sequence", r.sequence}});
    }
    return write_json_file(file, {{"removed", std::move(list)}});
}

}  // namespace stepvault
