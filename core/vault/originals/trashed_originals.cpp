#include "vault/originals/trashed_originals.h"

#include <algorithm>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <system_error>

#include "base/atomic_file.h"
#include "vault/format/json_file.h"
#include "vault/format/json_text.h"
#include "vault/format/step_meta.h"
#include "vault/originals/file_copying.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_list = std::uint64_t{256} << 20;

bool is_below(const fs::path& path) {
    return !path.empty() && !path.is_absolute() && path.native().find('\0') == std::string::npos &&
           std::ranges::none_of(
               path, [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
}

bool is_file_entry(const nlohmann::ordered_json& json) {
    const auto has = [&](const char* name, bool (nlohmann::ordered_json::*is)() const noexcept) {
        return json.contains(name) && (json[name].*is)();
    };
    return json.is_object() && has("checkpoint", &nlohmann::ordered_json::is_string) &&
           has("path", &nlohmann::ordered_json::is_string) &&
           has("bytes", &nlohmann::ordered_json::is_number_unsigned) &&
           has("xxh3", &nlohmann::ordered_json::is_number_unsigned);
}

}  // namespace

std::string folder_mark(const fs::path& folder) {
    struct statx s {};
    if (::statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME | STATX_TYPE, &s) != 0) return {};
    if (!S_ISDIR(s.stx_mode)) return {};
    const bool has_birth = (s.stx_mask & STATX_BTIME) != 0;
    const auto born = has_birth
                          ? std::to_string(s.stx_btime.tv_sec) + "." + std::to_string(s.stx_btime.tv_nsec)
                          : std::string("-");
    return std::to_string(s.stx_ino) + " " + born;
}

fs::path originals_file(const fs::path& entry) {
    return entry / "originals.json";
}

fs::path trashed_original_path(const fs::path& entry, const TrashedOriginal& original) {
    return entry / ("original-" + std::to_string(original.number));
}

Status write_trashed_originals(const fs::path& entry, const TrashedOriginals& list) {
    auto files = nlohmann::ordered_json::array();
    for (const auto& f : list.files) {
        files.push_back({{"checkpoint", f.checkpoint_id},
                         {"path", escape_bytes(f.path.native())},
                         {"bytes", f.bytes},
                         {"xxh3", f.hash}});
    }
    const auto text = json_file_text({{"run", list.run_id},
                                      {"folder", escape_bytes(list.folder.native())},
                                      {"folder_mark", list.folder_mark},
                                      {"files", std::move(files)}});
    if (text.size() > largest_list)
        return Error{ErrorCode::limit, "too many files for one entry of the trash; free fewer at once"};
    return write_file_atomically(originals_file(entry), as_view(text), FileAccess::of_folder);
}

Result<TrashedOriginals> read_trashed_originals(const fs::path& entry) {
    const auto file = originals_file(entry);
    constexpr const char* kind = "list of originals";
    auto read = read_json_file(file, largest_list, kind);
    if (!read && read.error().code == ErrorCode::not_found) return TrashedOriginals();
    STEPVAULT_ASSIGN(json, std::move(read));
    const Error damaged{ErrorCode::corrupt, file.native() + " is no " + kind};
    if (!json.contains("run") || !json["run"].is_string() || !json.contains("folder") ||
        !json["folder"].is_string() || !json.contains("files") || !json["files"].is_array())
        return damaged;
    const auto folder = unescape_bytes(json["folder"].get_ref<const std::string&>());
    if (!folder) return damaged;
    TrashedOriginals list{.run_id = json["run"], .folder = *folder, .folder_mark = {}, .files = {}};
    if (json.contains("folder_mark") && json["folder_mark"].is_string())
        list.folder_mark = json["folder_mark"];
    std::uint64_t number = 0;
    for (const auto& f : json["files"]) {
        if (!is_file_entry(f) || !is_checkpoint_id(f["checkpoint"].get_ref<const std::string&>()))
            return damaged;
        const auto path = unescape_bytes(f["path"].get_ref<const std::string&>());
        if (!path || !is_below(*path)) return damaged;
        list.files.push_back({++number, f["checkpoint"], *path, f["bytes"], f["xxh3"]});
        std::error_code ec;
        const auto there = fs::symlink_status(trashed_original_path(entry, list.files.back()), ec);
        if (there.type() == fs::file_type::not_found) {
            list.files.pop_back();
        } else if (!fs::is_regular_file(there)) {
            return Error{ErrorCode::io,
                         "cannot examine " + trashed_original_path(entry, list.files.back()).native()};
        }
    }
    return list;
}

Status check_trashed_original(const fs::path& entry, const TrashedOriginal& original,
                              const std::function<Status(std::uint64_t bytes)>& progress) {
    STEPVAULT_ASSIGN(file, File::open_read(trashed_original_path(entry, original)));
    STEPVAULT_ASSIGN(hash, hash_of_file(file, progress));
    if (hash == original.hash) return {};
    return Error{ErrorCode::corrupt,
                 file.path().native() + " does not match the checksum of " + original.path.native()};
}

}  // namespace stepvault
