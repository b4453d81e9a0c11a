#include "library/trash_return.h"

#include <algorithm>

#include "library/run_info.h"
#include "library/run_keeper.h"
#include "vault/original_moving.h"
#include "vault/trash.h"
#include "vault/vault_paths.h"

namespace stepvault {

Result<TrashReturn> return_trash(const Vault& vault, RunKeeper& keeper, const std::string& entry,
                                 const JobContext& job) {
    const auto alone = lock_trash(vault.folder());
    if (!alone) return alone.error();
    STEPVAULT_ASSIGN(entries, list_trash(vault.folder()));
    const auto found = std::ranges::find(entries, entry, &TrashEntry::id);
    if (found == entries.end()) return unknown_trash_entry(entry);
    if (found->steps.empty() && found->originals.empty())
        return Error{ErrorCode::corrupt, "nothing in trash entry " + entry + " can be read"};
    const auto place = trash_folder(vault.folder()) / entry;
    if (!found->originals.empty()) {
        STEPVAULT_ASSIGN(record, find_run(vault, found->run_id));
        if (found->originals_folder != record.folder) {
            return Error{ErrorCode::invalid_argument, "these files came from " +
                                                          found->originals_folder.native() + ", but run " +
                                                          record.name + " is in " + record.folder};
        }
        STEPVAULT_ASSIGN(
            returned,
            return_originals(place, {found->run_id, found->originals_folder, found->originals}, job));
        remove_used_trash_entry(place);
        return TrashReturn{
            .originals = returned.files, .left = std::move(returned.left), .damaged = returned.damaged};
    }
    STEPVAULT_ASSIGN(kept, keeper.keep(found->run_id));
    STEPVAULT_ASSIGN(taken, kept->take_back(place, job));
    remove_used_trash_entry(place);
    const bool is_damaged = !taken.left.empty();
    return TrashReturn{.steps = taken.steps, .left = std::move(taken.left), .damaged = is_damaged};
}

}  // namespace stepvault
