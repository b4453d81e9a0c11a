// Originals that were taken out of a run's own folder, until they are purged: trash/<entry>/originals.json
// and original-<n>.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "run/completeness.h"
#include "vault/run_record.h"

namespace stepvault {

struct TrashedOriginal {
    std::uint64_t number = 0;  ///< in its entry, from 1
    std::string checkpoint_id;
    std::filesystem::path path;  ///< below the run's folder
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;  ///< XXH3 of them
};

/// What one entry holds of a run.
struct TrashedOriginals {
    std::string run_id;
    std::vector<TrashedOriginal> files;
};

/// Those that are there: others are back in their places, or never left them. Empty where the entry has no
/// list. ErrorCode::corrupt for one that is damaged or leads out of the run's folder.
Result<TrashedOriginals> read_trashed_originals(const std::filesystem::path& entry);

/// ErrorCode::invalid_argument, with the reason, where the files are not the run's alone to give away: they
/// are reached by a link, have other names, or are open for writing.
Status check_removable(const RunRecord& run, const OpenCheckpoint& original);

/// Moves the files into the entry, and removes the folders below the run's own that are empty then. `list`,
/// of all that this did for the entry before, is written before anything moves. On another disk they are
/// copied first; progress counts bytes. After any failure they are where they were; ErrorCode::changed where
/// they are not what was opened, no_space, cancelled.
Status move_original_to_trash(const std::filesystem::path& entry, TrashedOriginals& list,
                              const RunRecord& run, const std::string& checkpoint_id,
                              const OpenCheckpoint& original, const JobContext& job);

/// How many files are back in their places.
struct ReturnedOriginals {
    std::uint64_t files = 0;
    std::vector<std::string> left;  ///< why others stay in the trash
};
/// Moves back what is in the entry; nothing is ever replaced, and no link followed below `run_folder`.
Result<ReturnedOriginals> return_originals(const std::filesystem::path& entry, const TrashedOriginals& list,
                                           const std::filesystem::path& run_folder, const JobContext& job);

/// Reads the file in the entry and holds it against its checksum; ErrorCode::corrupt.
Status check_trashed_original(const std::filesystem::path& entry, const TrashedOriginal& original,
                              const std::function<Status(std::uint64_t bytes)>& progress);

}  // namespace stepvault
