#include "library/maintenance/trash_restore.h"

#include <algorithm>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "library/summary/run_info.h"
#include "library/write/run_leases.h"
#include "vault/originals/original_moving.h"
#include "vault/originals/trash.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The folder to restore originals to: `into` if given. Otherwise the folder that they came from, provided
/// that the run's record still names this folder, that it is still the same folder, and that this user moved
/// the originals to the trash. Another user's vault could name any folder: a vault from another machine does
/// not know the folder's mark, and files in a vault from this machine belong to the user who put them there.
/// `place`: the entry's folder.
Result<fs::path> place_for_originals(const Vault& vault, const fs::path& place, const TrashEntry& entry,
                                     const std::optional<fs::path>& into) {
    std::error_code ec;
    if (into) {
        if (fs::is_directory(*into, ec)) return *into;
        return Error{ErrorCode::not_found, into->native() + " is not a folder; make it first"};
    }
    const auto& folder = entry.originals_folder;
    const auto way_out =
        "; name a folder to restore them to: `stepvault trash restore " + entry.id + " --into FOLDER`";
    STEPVAULT_ASSIGN(record, find_run(vault, entry.run_id));
    if (folder != record.folder) {
        return Error{ErrorCode::invalid_argument, "these files came from " + folder.native() + ", but run " +
                                                      record.name + " is in " + record.folder + way_out};
    }
    if (!fs::is_directory(folder, ec)) {
        return Error{ErrorCode::not_found,
                     folder.native() + ", the folder that they came from, is gone" + way_out};
    }
    if (entry.originals_mark.empty() || entry.originals_mark != folder_mark(folder)) {
        return Error{
            ErrorCode::invalid_argument,
            folder.native() + " is not known to be the folder that these files were taken from" + way_out};
    }
    struct stat s {};
    if (::lstat(originals_file(place).c_str(), &s) != 0 || s.st_uid != ::geteuid()) {
        return Error{ErrorCode::invalid_argument, "these files were put there by another user" + way_out};
    }
    return folder;
}

}  // namespace

Result<TrashRestore> restore_from_trash(const Vault& vault, RunLeases& leases, const std::string& entry,
                                        const std::optional<fs::path>& into, const JobContext& job) {
    const auto alone = lock_trash(vault.folder());
    if (!alone) return alone.error();
    STEPVAULT_ASSIGN(entries, list_trash(vault.folder()));
    const auto found = std::ranges::find(entries, entry, &TrashEntry::id);
    if (found == entries.end()) return unknown_trash_entry(entry);
    if (found->steps.empty() && found->originals.empty())
        return Error{ErrorCode::corrupt, "nothing in trash entry " + entry + " can be read"};
    const auto place = trash_folder(vault.folder()) / entry;
    if (!found->originals.empty()) {
        STEPVAULT_ASSIGN(folder, place_for_originals(vault, place, *found, into));
        STEPVAULT_ASSIGN(returned, restore_originals(place, folder, found->originals, job));
        remove_used_trash_entry(place);
        return TrashRestore{.originals = returned.files,
                            .folder = folder,
                            .left = std::move(returned.left),
                            .damaged = returned.damaged};
    }
    if (into) {
        return Error{ErrorCode::invalid_argument,
                     "trash entry " + entry +
                         " holds checkpoints of the vault, which go back into it; leave out --into"};
    }
    STEPVAULT_ASSIGN(lease, leases.acquire(found->run_id));
    STEPVAULT_ASSIGN(restored,
                     lease->rewrite(job, [&](RunWriter& run) { return run.restore_from_trash(place, job); }));
    remove_used_trash_entry(place);
    const bool is_damaged = !restored.left.empty();
    return TrashRestore{.steps = restored.steps, .left = std::move(restored.left), .damaged = is_damaged};
}

}  // namespace stepvault
