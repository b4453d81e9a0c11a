// What was removed, until it is purged: trash/<entry>/<id>.svstep, or originals (trashed_originals.h).
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

/// What one removal took out of a run.
struct TrashEntry {
    std::string id;  ///< its folder's name: when it was removed, in UTC, and a number
    std::string run_id;
    std::vector<StepMeta> steps;  ///< in the order of filing
    std::vector<TrashedOriginal> originals = {};
    std::filesystem::path originals_folder = {};  ///< the run's own, where they came from
    std::string originals_mark = {};              ///< folder_mark() of it
    std::vector<std::string> unreadable = {};     ///< files of which even that could not be read, and why
    std::uint64_t bytes = 0;                      ///< of the files
};

/// The oldest first. Takes no lock.
Result<std::vector<TrashEntry>> list_trash(const std::filesystem::path& vault);

/// A new, empty folder in the trash, durable.
Result<std::filesystem::path> make_trash_entry(const std::filesystem::path& vault,
                                               std::chrono::system_clock::time_point now);

/// Removes an entry's folder once nothing but a list of originals is in it; false where it stays.
bool remove_used_trash_entry(const std::filesystem::path& entry);

/// For who moves files into or out of entries: held as long as that takes. Removes what those left who died
/// meanwhile. ErrorCode::locked.
Result<FileLock> lock_trash(const std::filesystem::path& vault);

/// ErrorCode::not_found, with the id.
Error unknown_trash_entry(const std::string& id);

/// Deletes an entry for good. ErrorCode::not_found where there is none of that name.
Status purge_trash_entry(const std::filesystem::path& vault, const std::string& id, const JobContext& job);

}  // namespace stepvault
