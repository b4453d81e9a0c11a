// Who may not read a file may not read what is made of it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/file.h"

namespace stepvault {

/// Whether who cannot come to `like`, by the folders that it lies in, counts as who may not read it. Folders
/// that the new file lies in as well keep nobody from one of the two alone, and a team may share both in one.
/// Of folders that are gone nothing is known: rotation removes those of checkpoints.
enum class Above {
    counts,
    ignored,  ///< for what is restored: the step file was restricted where its original lay
};

/// The rights that a file may be made with at `place`, of 0666, so that at no moment anyone but its owner can
/// open it who may not read `like`.
Result<std::uint32_t> rights_like(const File& like, const std::filesystem::path& place,
                                  Above above = Above::counts);

/// Takes the rights to `file` from all but its owner who do not have them for `like`: from its group, and
/// from others. Where the file system keeps no rights, nothing is done.
Status restrict_access(const File& file, const File& like, Above above = Above::counts);

/// As AtomicFile::create() and restrict_access(), with rights_like() from the first moment.
Result<AtomicFile> create_like(const std::filesystem::path& target, const File& like);

/// Gives `file` the group and the rights of `like`, whatever folders that lies in: for a copy once it is
/// whole. Where it cannot have the group, its own has the rights of others.
Status take_rights(const File& file, const File& like);

/// Takes all rights to a file that grows, or to a folder, from those who may not read `like`; who may keeps
/// what they have, so that several can write it. Links are not followed. It is not opened, which would cost
/// another's locks on it (POSIX, fcntl: closing any descriptor drops them all). Nothing is done where it is
/// missing.
Status restrict_readers(const std::filesystem::path& place, const File& like);

}  // namespace stepvault
