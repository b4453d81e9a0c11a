#include "base/file_lock.h"

#include <cerrno>
#include <sys/file.h>

namespace stepvault {

Result<FileLock> FileLock::acquire(const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(file, File::open_write(path));
    STEPVAULT_ASSIGN(opened, file.identity());
    while (::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno == EWOULDBLOCK)
            return Error{ErrorCode::locked, path.native() + " is held by another process"};
        return system_error(errno, "lock", path.native());
    }
    // A lock on a file that was removed or replaced meanwhile excludes nobody.
    const auto present = file_identity(path);
    if (!present || present->inode != opened.inode || present->device != opened.device) {
        return Error{ErrorCode::locked, path.native() + " was replaced meanwhile; try again"};
    }
    return FileLock(std::move(file));
}

}  // namespace stepvault
