// Originals that were taken out of a run's own folder, until they are purged: trash/<entry>/originals.json
// and original-<n>.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"

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
    std::filesystem::path folder;  ///< the run's own
    std::string folder_mark;       ///< folder_mark() of it, when they were taken out
    std::vector<TrashedOriginal> files;
};

/// Tells a folder from all others on this machine, by inode and time of birth. It is no secret here, but a
/// list that was made elsewhere cannot have it. Empty where there is no such folder.
std::string folder_mark(const std::filesystem::path& folder);

/// Those that are there: others are back in their places, or never left them. Empty where the entry has no
/// list. ErrorCode::corrupt for one that is damaged or leads out of the run's folder.
Result<TrashedOriginals> read_trashed_originals(const std::filesystem::path& entry);

/// The list of an entry.
std::filesystem::path originals_file(const std::filesystem::path& entry);

/// Written before anything moves. ErrorCode::limit for a list that could not be read again.
Status write_trashed_originals(const std::filesystem::path& entry, const TrashedOriginals& list);

/// Where a file of the list is kept.
std::filesystem::path trashed_original_path(const std::filesystem::path& entry,
                                            const TrashedOriginal& original);

/// Reads the file in the entry and holds it against its checksum; ErrorCode::corrupt.
Status check_trashed_original(const std::filesystem::path& entry, const TrashedOriginal& original,
                              const std::function<Status(std::uint64_t bytes)>& progress);

}  // namespace stepvault
