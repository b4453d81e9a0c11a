// Access rules: anyone who may not read a file may not read data derived from that file either.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/file.h"

namespace stepvault {

/// Whether the permissions of the folders that contain `like` count too: anyone who cannot reach `like`
/// through them counts as unable to read it. Folders that also contain the new file do not count, because
/// they treat both files alike, and a team may share both in one folder. Nothing is known of deleted folders:
/// rotation deletes those of checkpoints.
enum class Above {
    counts,
    ignored,  ///< for restored files: the step file was restricted where its original lay
};

/// The mode, out of 0666, to create a file at `place` with, so that at no moment anyone but the owner can
/// open the new file without being allowed to read `like`.
Result<std::uint32_t> rights_like(const File& like, const std::filesystem::path& place,
                                  Above above = Above::counts);

/// Removes those permissions of `file`, for its group and for others, that they do not have for `like`. The
/// owner keeps all permissions. Does nothing where the file system keeps no permissions.
Status restrict_access(const File& file, const File& like, Above above = Above::counts);

/// Combines AtomicFile::create() and restrict_access(); the file has the permissions of rights_like() from
/// the first moment.
Result<AtomicFile> create_like(const std::filesystem::path& target, const File& like);

/// Gives `file` the group and the permissions of `like`, whatever folders contain `like`: for a finished
/// copy. Where `file` cannot have that group, its own group gets the permissions of others.
Status take_rights(const File& file, const File& like);

/// Removes all permissions to a growing file, or to a folder, from users who may not read `like`; all others
/// keep theirs, so that several users can write it. Symbolic links are not followed. The file is not opened
/// for reading or writing, because closing any descriptor would drop the locks that another holder has on the
/// file (POSIX, fcntl). Does nothing where `place` does not exist.
Status restrict_readers(const std::filesystem::path& place, const File& like);

}  // namespace stepvault
