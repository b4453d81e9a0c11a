#include "remote/copy/copy_layout.h"

#include <nlohmann/json.hpp>

#include "base/uuid.h"
#include "vault/format/json_file.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_mark = std::uint64_t{1} << 16;
constexpr std::string_view manifest_suffix = ".json";

}  // namespace

std::string object_key(const ContentName& content) {
    return std::string(objects_prefix) + content.text();
}

std::optional<ContentName> content_of_key(std::string_view key) {
    if (!key.starts_with(objects_prefix)) return {};
    auto content = ContentName::parse(key.substr(objects_prefix.size()));
    return content ? std::optional(std::move(*content)) : std::nullopt;
}

std::string manifest_key(const std::string& run_id) {
    return std::string(manifests_prefix) + run_id + std::string(manifest_suffix);
}

Result<CopyManifest> read_manifest(CopyStore& store, const std::string& run_id, const JobContext& job) {
    const auto key = manifest_key(run_id);
    STEPVAULT_ASSIGN(text, get_text(store, key, CopyManifest::most_bytes, job));
    STEPVAULT_ASSIGN(manifest, CopyManifest::parse(text, key + " in " + store.name()));
    if (manifest.run_id != run_id)
        return Error{ErrorCode::corrupt, key + " in " + store.name() + " is the list of another run"};
    return std::move(manifest);
}

std::set<ContentName> CopyManifests::contents() const {
    std::set<ContentName> named;
    for (const auto& manifest : sound) {
        for (const auto& file : manifest.files)
            named.insert(file.content);
    }
    return named;
}

Result<CopyManifests> read_manifests(CopyStore& store, const JobContext& job) {
    CopyManifests manifests;
    STEPVAULT_ASSIGN(listed, store.list(manifests_prefix, job));
    for (const auto& object : listed) {
        auto id = std::string_view(object.key).substr(manifests_prefix.size());
        if (!id.ends_with(manifest_suffix)) continue;
        id.remove_suffix(manifest_suffix.size());
        if (!is_uuid(id)) continue;
        auto manifest = read_manifest(store, std::string(id), job);
        if (manifest) {
            manifests.sound.push_back(std::move(*manifest));
            continue;
        }
        const auto code = manifest.error().code;
        if (code != ErrorCode::corrupt && code != ErrorCode::unsupported && code != ErrorCode::limit)
            return manifest.error();
        manifests.unreadable.emplace(id, manifest.error());
    }
    return manifests;
}

Status check_copy(CopyStore& store, const JobContext& job) {
    const auto text = get_text(store, std::string(copy_mark_key), largest_mark, job);
    if (!text && text.error().code == ErrorCode::not_found) {
        return Error{ErrorCode::not_found,
                     store.name() +
                         " holds no copy; make one with `stepvault copy RUN... TO` (a vault is no copy: "
                         "restore from it with --vault or --host)"};
    }
    if (!text) return text.error();
    const auto json =
        parse_json_file(*text, std::string(copy_mark_key) + " in " + store.name(), "mark of a copy");
    return json ? Status() : json.error();
}

Status make_copy(CopyStore& store, const JobContext& job) {
    auto status = check_copy(store, job);
    if (status || status.error().code != ErrorCode::not_found) return status;
    STEPVAULT_ASSIGN(present, store.list({}, job));
    if (!present.empty()) {
        return Error{ErrorCode::invalid_argument,
                     store.name() + " holds other things, such as " + present.front().key +
                         "; name an empty place for the copy, or one that does not exist yet"};
    }
    return store.put_bytes(std::string(copy_mark_key), json_file_text({{"kind", "copy"}}), job);
}

}  // namespace stepvault
