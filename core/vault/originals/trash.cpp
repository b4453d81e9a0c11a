#include "vault/originals/trash.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <system_error>

#include "base/atomic_file.h"
#include "base/file.h"
#include "vault/format/step_file.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

std::string utc_name(std::chrono::system_clock::time_point now) {
    const auto seconds = std::chrono::system_clock::to_time_t(now);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc)};
}

/// True for a name like "20261122T085501Z-1", which cannot lead out of the trash.
bool is_entry_name(const std::string& name) {
    return name.size() > 17 && name[8] == 'T' && name[15] == 'Z' && name[16] == '-' &&
           std::ranges::all_of(name, [](unsigned char c) {
               return std::isdigit(c) != 0 || c == 'T' || c == 'Z' || c == '-';
           });
}

/// Entries of one second are ordered by their numbers.
bool is_older(const TrashEntry& a, const TrashEntry& b) {
    return a.id.compare(0, 16, b.id, 0, 16) != 0 ? a.id < b.id
           : a.id.size() != b.id.size()          ? a.id.size() < b.id.size()
                                                 : a.id < b.id;
}

Status make_trash(const fs::path& vault) {
    const auto trash = trash_folder(vault);
    // A moved original keeps its permissions, but loses those of the folders that contained it.
    return make_folders(trash, FileAccess::owner);
}

}  // namespace

Result<std::vector<TrashEntry>> list_trash(const fs::path& vault) {
    std::vector<TrashEntry> entries;
    std::error_code ec;
    for (fs::directory_iterator it(trash_folder(vault), ec), end; !ec && it != end; it.increment(ec)) {
        if (!is_entry_name(it->path().filename().native())) continue;
        std::error_code gone;
        auto steps = list_steps(it->path());
        // The entry was purged meanwhile.
        if (!steps && !fs::exists(it->path(), gone)) continue;
        STEPVAULT_ASSIGN(listed, std::move(steps));
        TrashEntry entry{
            .id = it->path().filename().native(), .run_id = {}, .steps = std::move(listed.steps)};
        for (const auto& [name, why] : listed.unreadable)
            entry.unreadable.push_back(why);
        auto originals = read_trashed_originals(it->path());
        if (originals) {
            entry.originals = std::move(originals->files);
            entry.originals_folder = std::move(originals->folder);
            entry.originals_mark = std::move(originals->folder_mark);
            entry.run_id = originals->run_id;
        } else {
            entry.unreadable.push_back(originals.error().message);
        }
        std::error_code none;
        if (originals && originals->run_id.empty() && fs::exists(it->path() / "original-1", none))
            entry.unreadable.push_back((it->path() / "original-1").native() + " is not in any list");
        // A killed process may have left an empty entry.
        if (entry.steps.empty() && entry.unreadable.empty() && entry.originals.empty()) continue;
        if (!entry.steps.empty()) entry.run_id = entry.steps.front().run_id;
        for (fs::directory_iterator file(it->path(), gone); !gone && file != end; file.increment(gone)) {
            std::error_code failed;
            const auto bytes = file->file_size(failed);
            if (!failed) entry.bytes += bytes;
        }
        entries.push_back(std::move(entry));
    }
    if (ec && ec != std::errc::no_such_file_or_directory)
        return system_error(ec.value(), "read", trash_folder(vault).native());
    std::ranges::sort(entries, is_older);
    return entries;
}

Result<fs::path> make_trash_entry(const fs::path& vault, std::chrono::system_clock::time_point now) {
    STEPVAULT_TRY(make_trash(vault));
    const auto trash = trash_folder(vault);
    std::error_code ec;
    const auto name = utc_name(now);
    for (std::uint64_t n = 1;; ++n) {
        auto entry = trash / (name + "-" + std::to_string(n));
        const bool is_new = fs::create_directory(entry, ec);
        if (ec) return system_error(ec.value(), "create", entry.native());
        if (!is_new) continue;
        STEPVAULT_TRY(sync_folder(trash));
        return entry;
    }
}

bool remove_used_trash_entry(const fs::path& entry) {
    std::error_code ec;
    fs::remove(entry, ec);
    if (!fs::exists(entry, ec)) return true;
    std::size_t others = 0;
    for (fs::directory_iterator it(entry, ec), end; !ec && it != end; it.increment(ec))
        others += it->path() == originals_file(entry) ? 0 : 1;
    if (ec || others > 0) return false;
    fs::remove(originals_file(entry), ec);
    return fs::remove(entry, ec);
}

Result<FileLock> lock_trash(const fs::path& vault) {
    std::error_code missing;
    // On a full disk no trash can be made, but an existing trash can be emptied.
    if (!fs::is_directory(trash_folder(vault), missing)) STEPVAULT_TRY(make_trash(vault));
    auto lock = FileLock::acquire_existing(trash_folder(vault));
    if (!lock) {
        return lock.error().code == ErrorCode::locked
                   ? Error{ErrorCode::locked,
                           "another process is using the trash; try again when it has finished"}
                   : lock.error();
    }
    std::error_code ec;
    for (fs::directory_iterator it(trash_folder(vault), ec), end; !ec && it != end; it.increment(ec))
        remove_left_behind(it->path());
    return lock;
}

Error unknown_trash_entry(const std::string& id) {
    return {ErrorCode::not_found,
            "there is no " + id + " in the trash; `stepvault trash list` shows its entries"};
}

Status purge_trash_entry(const fs::path& vault, const std::string& id, const JobContext& job) {
    const auto entry = trash_folder(vault) / id;
    std::error_code ec;
    if (!is_entry_name(id) || !fs::is_directory(fs::symlink_status(entry, ec)))
        return unknown_trash_entry(id);
    for (fs::directory_iterator it(entry, ec), end; !ec && it != end; it.increment(ec)) {
        STEPVAULT_TRY(job.check());
        // Delete the list last: without it the remaining files are unknown.
        if (it->path() == originals_file(entry)) continue;
        std::error_code failed;
        fs::remove(it->path(), failed);
        if (failed) return system_error(failed.value(), "remove", it->path().native());
    }
    if (!ec) fs::remove(originals_file(entry), ec);
    if (!ec) fs::remove(entry, ec);
    if (ec) return system_error(ec.value(), "remove", entry.native());
    return {};
}

}  // namespace stepvault
