#pragma once

#include <filesystem>

#include "base/file.h"

namespace stepvault {

/// Takes the rights to `file` from all but its owner who do not have them for `like`: from its group, and
/// from others. Where the file system keeps no rights, nothing is done.
Status restrict_access(const File& file, const File& like);

/// Takes all rights to `file` from all but its owner: where nothing is there any more that says who may read
/// what it holds. Where the file system keeps no rights, nothing is done.
Status make_private(const File& file);

/// Takes all rights to a file that grows from those who may not read `like`; who may keeps what they have, so
/// that several can write it. Links are not followed. The file is not opened, which would cost another's
/// locks on it (POSIX, fcntl: closing any descriptor drops them all). Nothing is done where it is missing.
Status restrict_readers(const std::filesystem::path& file, const File& like);

}  // namespace stepvault
