#include "base/file_lock.h"

#include <sys/file.h>

#include <cerrno>

namespace stepvault {

Result<FileLock> FileLock::acquire(const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(file, File::open_write(path));
    while (::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno == EWOULDBLOCK) return Error{ErrorCode::locked, path.native() + " is held by another process"};
        return system_error(errno, "lock", path.native());
    }
    return FileLock(std::move(file));
}

}  // namespace stepvault
