#include "remote/copy/damaged_objects.h"

#include <nlohmann/json.hpp>

#include "remote/copy/copy_layout.h"
#include "vault/format/json_file.h"

namespace stepvault {

namespace {

constexpr std::string_view damaged_objects_key = "damaged.json";
constexpr std::uint64_t largest_damaged_list = std::uint64_t{64} << 20;

}  // namespace

Result<std::set<ContentName>> read_damaged_objects(CopyStore& store, const JobContext& job) {
    std::set<ContentName> damaged;
    const auto text = get_text(store, std::string(damaged_objects_key), largest_damaged_list, job);
    if (!text && text.error().code != ErrorCode::not_found && text.error().code != ErrorCode::limit)
        return text.error();
    if (!text) return damaged;
    const auto json = parse_json_file(*text, std::string(damaged_objects_key), "list of objects");
    if (!json) return damaged;
    const auto list = json->find("objects");
    if (list == json->end() || !list->is_array()) return damaged;
    for (const auto& name : *list) {
        if (!name.is_string()) continue;
        if (auto content = ContentName::parse(name.get_ref<const std::string&>())) damaged.insert(*content);
    }
    return damaged;
}

Status write_damaged_objects(CopyStore& store, const std::set<ContentName>& damaged, const JobContext& job) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& content : damaged)
        list.push_back(content.text());
    return store.put_bytes(std::string(damaged_objects_key), json_file_text({{"objects", std::move(list)}}),
                           job);
}

}  // namespace stepvault
