// Moves originals into the trash and back. The caller must hold lock_trash().
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

/// Checks that the files may be removed. ErrorCode::invalid_argument, with the reason, if they are not the
/// run's alone: they are reached by a link, have other names, or are open for writing.
Status check_removable(const RunRecord& run, const OpenCheckpoint& original);

/// Moves the files into the entry, and removes the folders below the run's own folder that become empty.
/// `list`: the originals that this function has moved into the entry so far; the new list is written before
/// anything moves. If the entry is on another disk, all files are copied first; progress counts bytes. After
/// any failure the files are in their old places, unless the disk does not let them go back: then they are in
/// the list. ErrorCode::changed if they are not the files that were opened, no_space, cancelled.
Status move_original_to_trash(const std::filesystem::path& entry, TrashedOriginals& list,
                              const RunRecord& run, const std::string& checkpoint_id,
                              const OpenCheckpoint& original, const JobContext& job);

/// The result of restore_originals().
struct ReturnedOriginals {
    std::uint64_t files = 0;
    std::vector<std::string> left;  ///< reasons why other files stay in the trash
    bool damaged = false;           ///< a file in the trash does not match its checksum
};
/// Moves `files` of the entry back into `folder`, which must exist, if their checksums are right. Never
/// replaces a file, and follows no link below `folder`.
Result<ReturnedOriginals> restore_originals(const std::filesystem::path& entry,
                                            const std::filesystem::path& folder,
                                            std::span<const TrashedOriginal> files, const JobContext& job);

}  // namespace stepvault
