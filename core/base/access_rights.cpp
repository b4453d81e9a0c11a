#include "base/access_rights.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

/// What group and others may do with `like`, as the group and the others of `mine`.
Result<mode_t> rights_to(const File& like, const struct stat& mine) {
    struct stat theirs {};
    if (::fstat(like.descriptor(), &theirs) != 0) return system_error(errno, "examine", like.path().native());
    // Another group's rights say nothing of this one, whose members are among the others there.
    if (mine.st_gid == theirs.st_gid) return theirs.st_mode;
    return (theirs.st_mode & ~mode_t{S_IRWXG}) | ((theirs.st_mode & mode_t{S_IRWXO}) << 3);
}

Status outcome(bool is_done, const std::filesystem::path& file) {
    const bool keeps_none = errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL;
    return is_done || keeps_none ? Status() : system_error(errno, "restrict access to", file.native());
}

}  // namespace

Status restrict_access(const File& file, const File& like) {
    struct stat mine {};
    if (::fstat(file.descriptor(), &mine) != 0) return system_error(errno, "examine", file.path().native());
    STEPVAULT_ASSIGN(allowed, rights_to(like, mine));
    const mode_t rights = mine.st_mode & mode_t{ALLPERMS};
    const mode_t kept = rights & (allowed | S_IRWXU);
    return outcome(kept == rights || ::fchmod(file.descriptor(), kept) == 0, file.path());
}

Status make_private(const File& file) {
    struct stat s {};
    if (::fstat(file.descriptor(), &s) != 0) return system_error(errno, "examine", file.path().native());
    return outcome(::fchmod(file.descriptor(), s.st_mode & mode_t{S_IRWXU}) == 0, file.path());
}

Status restrict_readers(const std::filesystem::path& file, const File& like) {
    const int place = uninterrupted([&] { return ::open(file.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC); });
    if (place < 0) return errno == ENOENT ? Status() : system_error(errno, "examine", file.native());
    struct Closing {
        int fd;
        ~Closing() { ::close(fd); }
    } const closing{place};
    struct stat mine {};
    if (::fstat(place, &mine) != 0) return system_error(errno, "examine", file.native());
    if (!S_ISREG(mine.st_mode)) return {};
    STEPVAULT_ASSIGN(allowed, rights_to(like, mine));
    const mode_t rights = mine.st_mode & mode_t{ALLPERMS};
    mode_t kept = rights;
    if ((allowed & S_IRGRP) == 0) kept &= ~mode_t{S_IRWXG};
    if ((allowed & S_IROTH) == 0) kept &= ~mode_t{S_IRWXO};
    const auto by_number = "/proc/self/fd/" + std::to_string(place);
    return outcome(kept == rights || ::chmod(by_number.c_str(), kept) == 0, file);
}

}  // namespace stepvault
