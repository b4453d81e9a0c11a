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
    std::uint64_t number = 0;  ///< number in the entry, from 1
    std::string checkpoint_id;
    std::filesystem::path path;  ///< below the run's folder
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;  ///< XXH3 of the file
};

/// The originals of a run in one entry.
struct TrashedOriginals {
    std::string run_id;
    std::filesystem::path folder;  ///< the run's own folder
    std::string folder_mark;       ///< folder_mark() of `folder` when the originals were taken out
    std::vector<TrashedOriginal> files;
};

/// Identifies a folder among all others on this machine, by inode and time of birth. The mark is no secret on
/// this machine, but a list that was made elsewhere cannot have it. Empty if there is no such folder.
std::string folder_mark(const std::filesystem::path& folder);

/// Reads an entry's list without the originals that are not in the entry: those are back in their places, or
/// never left them. Empty if the entry has no list. ErrorCode::corrupt for a list that is damaged or leads
/// out of the run's folder.
Result<TrashedOriginals> read_trashed_originals(const std::filesystem::path& entry);

/// The path of an entry's list.
std::filesystem::path originals_file(const std::filesystem::path& entry);

/// Writes the list; call it before anything moves. ErrorCode::limit for a list that could not be read again.
Status write_trashed_originals(const std::filesystem::path& entry, const TrashedOriginals& list);

/// The path of a listed file in the entry.
std::filesystem::path trashed_original_path(const std::filesystem::path& entry,
                                            const TrashedOriginal& original);

/// Reads the file in the entry and compares it with its checksum; ErrorCode::corrupt.
Status check_trashed_original(const std::filesystem::path& entry, const TrashedOriginal& original,
                              const std::function<Status(std::uint64_t bytes)>& progress);

}  // namespace stepvault
