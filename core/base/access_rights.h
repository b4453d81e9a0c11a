// Whose data a file is: its permissions, and those of the folders above it.
#pragma once

#include <filesystem>

#include "base/file.h"

namespace stepvault {

/// True if the group of the folder `place` may read `file`, by the permissions of the file and of the folders
/// above it. Folders that also contain `place` do not count, because they treat both alike: a team may have
/// all its files in a folder that only the team may enter. Nothing is known of deleted folders.
Result<bool> group_may_read(const File& file, const std::filesystem::path& place);

/// Gives `file` the group and the permissions of `like`, whatever folders contain `like`: for a finished
/// copy. Where `file` cannot have that group, its own group gets the permissions of others.
Status take_rights(const File& file, const File& like);

}  // namespace stepvault
