// Originals on their way into the trash, and back. Both for who holds lock_trash().
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/progress.h"
#include "run/completeness.h"
#include "vault/originals/trashed_originals.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// ErrorCode::invalid_argument, with the reason, where the files are not the run's alone to give away: they
/// are reached by a link, have other names, or are open for writing.
Status check_removable(const RunRecord& run, const OpenCheckpoint& original);

/// Moves the files into the entry, and removes the folders below the run's own that are empty then. `list`,
/// of all that this did for the entry before, is written before anything moves. On another disk all are
/// copied first; progress counts bytes. After any failure they are where they were, unless the disk did not
/// let them go back: then they are in the list. ErrorCode::changed where they are not what was opened,
/// no_space, cancelled.
Status move_original_to_trash(const std::filesystem::path& entry, TrashedOriginals& list,
                              const RunRecord& run, const std::string& checkpoint_id,
                              const OpenCheckpoint& original, const JobContext& job);

/// What return_originals() did.
struct ReturnedOriginals {
    std::uint64_t files = 0;
    std::vector<std::string> left;  ///< why others stay in the trash
    bool damaged = false;           ///< one of them does not hold its checksum
};
/// Moves `files` of the entry back into `folder`, which is there, once their checksums hold; nothing is ever
/// replaced, and no link followed below it.
Result<ReturnedOriginals> return_originals(const std::filesystem::path& entry,
                                           const std::filesystem::path& folder,
                                           std::span<const TrashedOriginal> files, const JobContext& job);

}  // namespace stepvault
