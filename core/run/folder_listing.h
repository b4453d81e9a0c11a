// One look into a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// Ends the names of folders that restored checkpoints are put into: what comes out of the vault is no new
/// run.
inline constexpr std::string_view restored_suffix = "-restored";

/// Names, sorted; no unfinished ones, no hidden folders.
struct FolderListing {
    std::vector<std::string> files;    ///< regular
    std::vector<std::string> folders;  ///< none of restored checkpoints
    std::vector<std::string> links;    ///< symbolic, to whatever
};

/// In one of FolderListing's lists.
bool has_name(const std::vector<std::string>& sorted, std::string_view name);

/// ErrorCode::not_found where the folder vanished.
Result<FolderListing> list_folder(const std::filesystem::path& folder);

/// Relative to the folder, sorted; hidden names included, unfinished ones not.
struct FilesBelow {
    std::vector<std::string> files;  ///< regular
    std::vector<std::string> links;  ///< symbolic, to whatever
};

/// At any depth. Whoever takes them for all there is must know where one of the folders cannot be read: that
/// is an error, as is ErrorCode::limit for more than 32 levels.
Result<FilesBelow> list_files_below(const std::filesystem::path& folder);

}  // namespace stepvault
