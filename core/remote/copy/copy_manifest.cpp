#include "remote/copy/copy_manifest.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/uuid.h"
#include "vault/format/json_file.h"
#include "vault/format/json_text.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_name.h"

namespace stepvault {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_text = std::size_t{1} << 16;

std::optional<std::string> text_member(const Json& json, const char* key) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_string()) return {};
    const auto& text = at->get_ref<const std::string&>();
    if (text.size() > longest_text) return {};
    return text;
}

std::optional<std::string> bytes_member(const Json& json, const char* key) {
    const auto text = text_member(json, key);
    if (!text) return {};
    auto bytes = unescape_bytes(*text);
    return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

std::optional<std::uint64_t> count_member(const Json& json, const char* key) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_number_unsigned()) return {};
    return at->get<std::uint64_t>();
}

std::optional<std::int64_t> integer_member(const Json& json, const char* key) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_number_integer()) return {};
    if (at->is_number_unsigned() && at->get<std::uint64_t>() > INT64_MAX) return {};
    return at->get<std::int64_t>();
}

std::optional<std::uint64_t> digest_member(const Json& json, const char* key) {
    const auto text = text_member(json, key);
    std::uint64_t digest = 0;
    if (!text) return {};
    const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), digest, 16);
    if (failed != std::errc() || end != text->data() + text->size() || hex_digits(digest) != *text) return {};
    return digest;
}

std::optional<CopiedStep> read_copied_step(const Json& json) {
    if (!json.is_object()) return {};
    const auto step = integer_member(json, "step");
    const auto source = bytes_member(json, "source");
    const auto parent = text_member(json, "parent");
    const auto parent_digest = digest_member(json, "parent_digest");
    const auto digest = digest_member(json, "digest");
    const auto scheme = text_member(json, "scheme");
    const auto filed = integer_member(json, "filed_ns");
    if (!step || !source || !parent || !parent_digest || !digest || !scheme || !filed) return {};
    const auto known = scheme_named(*scheme);
    if (!known || (!parent->empty() && !is_checkpoint_id(*parent))) return {};
    return CopiedStep{*step, *source, *parent, *parent_digest, *digest, *known, *filed};
}

std::optional<CopiedFile> read_copied_file(const Json& json, const std::string& run_id) {
    if (!json.is_object()) return {};
    const auto path = text_member(json, "path");
    const auto hash = text_member(json, "hash");
    const auto bytes = count_member(json, "bytes");
    const auto inode = count_member(json, "inode");
    const auto changed = integer_member(json, "changed_ns");
    if (!path || !hash || !bytes || !inode || !changed) return {};
    if (!is_copied_path(*path, run_id) || !is_content_hash(*hash) || *bytes > ContentName::most_bytes)
        return {};
    CopiedFile file{*path, {*hash, *bytes}, *inode, *changed};
    if (const auto step = json.find("step"); step != json.end()) {
        file.step = read_copied_step(*step);
        if (!file.step) return {};
    }
    const bool is_step = path->starts_with("runs/" + run_id + "/steps/");
    return is_step == file.step.has_value() ? std::optional(std::move(file)) : std::nullopt;
}

}  // namespace

std::string CopyManifest::text() const {
    auto list = Json::array();
    for (const auto& file : files) {
        Json json{{"path", file.path},
                  {"hash", file.content.hash},
                  {"bytes", file.content.bytes},
                  {"inode", file.inode},
                  {"changed_ns", file.changed_ns}};
        if (file.step) {
            json["step"] = {{"step", file.step->step},
                            {"source", escape_bytes(file.step->source)},
                            {"parent", file.step->parent},
                            {"parent_digest", hex_digits(file.step->parent_digest)},
                            {"digest", hex_digits(file.step->digest)},
                            {"scheme", name_of(file.step->scheme)},
                            {"filed_ns", file.step->filed_ns}};
        }
        list.push_back(std::move(json));
    }
    return json_file_text(
        {{"run", run_id}, {"name", escape_bytes(name)}, {"made", made}, {"files", std::move(list)}});
}

Result<CopyManifest> CopyManifest::parse(std::string_view text, const std::string& place) {
    STEPVAULT_ASSIGN(json, parse_json_file(text, place, "list of a run's files"));
    const Error damaged{ErrorCode::corrupt, place + " is not a list of a run's files"};
    const auto run_id = text_member(json, "run");
    const auto name = bytes_member(json, "name");
    const auto made = json.find("made");
    const auto list = json.find("files");
    if (!run_id || !is_uuid(*run_id) || !name || !check_run_name(*name) || made == json.end() ||
        !made->is_number() || list == json.end() || !list->is_array())
        return damaged;
    CopyManifest manifest{.run_id = *run_id, .name = *name, .made = made->get<double>()};
    for (const auto& entry : *list) {
        auto file = read_copied_file(entry, *run_id);
        // The paths ascend, so that none comes twice.
        if (!file || (!manifest.files.empty() && file->path <= manifest.files.back().path)) return damaged;
        manifest.files.push_back(std::move(*file));
    }
    if (manifest.find("runs/" + *run_id + "/run.json") == nullptr) return damaged;
    if (const auto sound = check_chains(manifest.files, *run_id); !sound) return sound.error().within(place);
    return manifest;
}

const CopiedFile* CopyManifest::find(std::string_view path) const {
    const auto at = std::ranges::lower_bound(files, path, {}, &CopiedFile::path);
    return at != files.end() && at->path == path ? &*at : nullptr;
}

const CopiedFile* CopyManifest::find_step(std::string_view id) const {
    return find("runs/" + run_id + "/steps/" + std::string(id) + ".svstep");
}

Result<std::vector<CopiedFile>> CopyManifest::chain(const std::string& checkpoint_id) const {
    std::vector<CopiedFile> links;
    for (auto next = checkpoint_id; !next.empty();) {
        const auto* file = find_step(next);
        if (file == nullptr || links.size() > files.size()) {
            return Error{ErrorCode::not_found, "the copy of run " + name + " has no checkpoint " + next +
                                                   "; --step N or another "
                                                   "--id names one"};
        }
        links.push_back(*file);
        next = file->step->parent;
    }
    if (const auto digest = links.empty() ? 0 : links.back().step->parent_digest; digest != 0) {
        const auto* base = find("bases/" + hex_digits(digest) + ".svstep");
        if (base == nullptr)
            return Error{ErrorCode::not_found, "the copy lacks the shared base " + hex_digits(digest)};
        links.push_back(*base);
    }
    return links;
}

}  // namespace stepvault
