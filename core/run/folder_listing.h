// One listing of a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// Ends the names of folders for restored checkpoints: checkpoints from the vault are not a new run.
inline constexpr std::string_view restored_suffix = "-restored";

/// Sorted names, without unfinished names and hidden folders.
struct FolderListing {
    std::vector<std::string> files;    ///< regular
    std::vector<std::string> folders;  ///< without folders of restored checkpoints
    std::vector<std::string> links;    ///< symbolic links to any target
};

/// True if `name` is in `sorted`, one of FolderListing's lists.
bool has_name(const std::vector<std::string>& sorted, std::string_view name);

/// ErrorCode::not_found where the folder vanished.
Result<FolderListing> list_folder(const std::filesystem::path& folder);

/// Paths relative to the folder, sorted; includes hidden names, but not unfinished ones.
struct FilesBelow {
    std::vector<std::string> files;  ///< regular
    std::vector<std::string> links;  ///< symbolic links to any target
};

/// Lists files at any depth. Callers rely on a complete list, so an unreadable folder is an error, as is
/// ErrorCode::limit for more than 32 levels.
Result<FilesBelow> list_files_below(const std::filesystem::path& folder);

}  // namespace stepvault
