#include "remote/copy/unnamed_objects.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "base/wall_clock.h"
#include "remote/copy/copy_layout.h"
#include "vault/format/json_file.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_unnamed_list = std::uint64_t{256} << 20;

/// Seconds since the epoch, by key.
using UnnamedSince = std::map<std::string, double>;

/// A list that cannot be read counts as empty: the objects then stay for longer.
Result<UnnamedSince> read_unnamed(CopyStore& store, const JobContext& job) {
    UnnamedSince since;
    const auto text = get_text(store, std::string(unnamed_objects_key), largest_unnamed_list, job);
    if (!text && text.error().code != ErrorCode::not_found && text.error().code != ErrorCode::limit)
        return text.error();
    if (!text) return since;
    const auto json = parse_json_file(*text, std::string(unnamed_objects_key), "list of objects");
    if (!json) return since;
    const auto list = json->find("since");
    if (list == json->end() || !list->is_object()) return since;
    for (const auto& [key, time] : list->items()) {
        if (content_of_key(key) && time.is_number()) since.emplace(key, time.get<double>());
    }
    return since;
}

Status write_unnamed(CopyStore& store, const UnnamedSince& since, const JobContext& job) {
    auto list = nlohmann::ordered_json::object();
    for (const auto& [key, time] : since)
        list[key] = time;
    return store.put_bytes(std::string(unnamed_objects_key), json_file_text({{"since", std::move(list)}}),
                           job);
}

}  // namespace

Result<RemovedObjects> remove_unnamed_objects(CopyStore& store, const std::vector<CopyStore::Object>& objects,
                                              std::chrono::seconds grace, const JobContext& job) {
    RemovedObjects removed;
    STEPVAULT_ASSIGN(manifests, read_manifests(store, job));
    if (!manifests.unreadable.empty()) {
        removed.hindered = manifests.unreadable.begin()->second;
        return removed;
    }
    STEPVAULT_ASSIGN(before, read_unnamed(store, job));
    const auto named = manifests.contents();
    const auto now = unix_seconds();
    const auto least = static_cast<double>(grace.count());
    UnnamedSince since;
    for (const auto& object : objects) {
        const auto content = content_of_key(object.key);
        if (!content || named.contains(*content)) continue;
        const auto known = before.find(object.key);
        const auto first = known != before.end() ? known->second : now;
        if (now - first < least || now - object.modified < least) {
            since.emplace(object.key, first);
            continue;
        }
        STEPVAULT_TRY(store.remove(object.key, job));
        ++removed.count;
        removed.bytes += object.bytes;
    }
    if (since != before) STEPVAULT_TRY(write_unnamed(store, since, job));
    return removed;
}

}  // namespace stepvault
