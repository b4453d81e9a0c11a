#include "base/access_rights.h"

#include <cerrno>
#include <sys/stat.h>

namespace stepvault {

Status restrict_access(const File& file, const File& like) {
    struct stat mine {};
    struct stat theirs {};
    if (::fstat(file.descriptor(), &mine) != 0) return system_error(errno, "examine", file.path().native());
    if (::fstat(like.descriptor(), &theirs) != 0) return system_error(errno, "examine", like.path().native());
    auto allowed = theirs.st_mode;
    // Another group's rights say nothing of this one, whose members are among the others there.
    if (mine.st_gid != theirs.st_gid)
        allowed = (allowed & ~mode_t{S_IRWXG}) | ((allowed & mode_t{S_IRWXO}) << 3);
    const mode_t rights = mine.st_mode & mode_t{ALLPERMS};
    const mode_t kept = rights & (allowed | S_IRWXU);
    if (kept == rights || ::fchmod(file.descriptor(), kept) == 0) return {};
    const bool keeps_none = errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL;
    return keeps_none ? Status() : system_error(errno, "restrict access to", file.path().native());
}

}  // namespace stepvault
