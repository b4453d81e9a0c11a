// Removed checkpoints and originals until they are purged: trash/<entry>/<id>.svstep, or originals
// (trashed_originals.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "base/progress.h"
#include "vault/format/step_meta.h"
#include "vault/originals/trashed_originals.h"

namespace stepvault {

/// The files that one removal took out of a run.
struct TrashEntry {
    std::string id;  ///< name of the entry's folder: the time of removal, in UTC, and a number
    std::string run_id;
    std::vector<StepMeta> steps;  ///< in the order of storing
    std::vector<TrashedOriginal> originals = {};
    std::filesystem::path originals_folder = {};  ///< the run's own folder, which the originals came from
    std::string originals_mark = {};              ///< folder_mark() of that folder
    std::vector<std::string> unreadable = {};     ///< the errors of files that could not be read
    std::uint64_t bytes = 0;                      ///< total size of the files
};

/// All entries, oldest first. Takes no lock.
Result<std::vector<TrashEntry>> list_trash(const std::filesystem::path& vault);

/// Makes a new, empty folder in the trash, durably.
Result<std::filesystem::path> make_trash_entry(const std::filesystem::path& vault,
                                               std::chrono::system_clock::time_point now);

/// Removes an entry's folder if it holds nothing but a list of originals; false if the folder stays.
bool remove_used_trash_entry(const std::filesystem::path& entry);

/// The lock for moving files into or out of entries; hold it until that is done. Removes leftovers of
/// processes that died meanwhile. ErrorCode::locked.
Result<FileLock> lock_trash(const std::filesystem::path& vault);

/// The error for an entry that does not exist: ErrorCode::not_found, with the id.
Error unknown_trash_entry(const std::string& id);

/// Deletes an entry permanently. ErrorCode::not_found if there is no entry of that name.
Status purge_trash_entry(const std::filesystem::path& vault, const std::string& id, const JobContext& job);

}  // namespace stepvault
