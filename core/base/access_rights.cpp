#include "base/access_rights.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The permissions that `s` grants to others and, in the group's bits, to members of `group`.
mode_t rights_by(const struct stat& s, gid_t group) {
    // Another group's permissions say nothing about this group, whose members count as others there.
    if (s.st_gid == group) return s.st_mode;
    return (s.st_mode & ~mode_t{S_IRWXG}) | ((s.st_mode & mode_t{S_IRWXO}) << 3);
}

/// The real folder of `file`; for a deleted file, the real path of the nearest existing parent.
fs::path real_folder_of(const fs::path& file) {
    std::error_code ec;
    auto real = fs::canonical(file, ec);
    if (!ec) return real.parent_path();
    auto folder = fs::absolute(file, ec).parent_path();
    while (folder.has_relative_path()) {
        real = fs::canonical(folder, ec);
        if (!ec) return real;
        folder = folder.parent_path();
    }
    return folder;
}

bool lies_in(const fs::path& place, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
}

/// The permissions to `like` of the group `group` and of others, for a new file at `place`.
Result<mode_t> rights_to(const File& like, gid_t group, const fs::path& place, Above above) {
    struct stat s {};
    if (::fstat(like.descriptor(), &s) != 0) return system_error(errno, "examine", like.path().native());
    auto rights = rights_by(s, group);
    if (above == Above::ignored) return rights;
    const auto target = real_folder_of(place);
    for (auto folder = real_folder_of(like.path()); folder.has_relative_path() && !lies_in(target, folder);
         folder = folder.parent_path()) {
        if (::stat(folder.c_str(), &s) != 0) return rights & mode_t{S_IRWXU};
        const auto ways = rights_by(s, group);
        if ((ways & S_IXGRP) == 0) rights &= ~mode_t{S_IRWXG};
        if ((ways & S_IXOTH) == 0) rights &= ~mode_t{S_IRWXO};
    }
    return rights;
}

Status outcome(bool is_done, const fs::path& file) {
    const bool keeps_none = errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL;
    return is_done || keeps_none ? Status() : system_error(errno, "restrict access to", file.native());
}

}  // namespace

Result<std::uint32_t> rights_like(const File& like, const fs::path& place, Above above) {
    struct stat s {};
    const auto folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
    const bool inherits = ::stat(folder.c_str(), &s) == 0 && (s.st_mode & S_ISGID) != 0;
    STEPVAULT_ASSIGN(rights, rights_to(like, inherits ? s.st_gid : ::getegid(), place, above));
    return (rights & 0666U) | 0600U;
}

Status restrict_access(const File& file, const File& like, Above above) {
    struct stat mine {};
    if (::fstat(file.descriptor(), &mine) != 0) return system_error(errno, "examine", file.path().native());
    STEPVAULT_ASSIGN(allowed, rights_to(like, mine.st_gid, file.path(), above));
    const mode_t rights = mine.st_mode & mode_t{ALLPERMS};
    const mode_t kept = rights & (allowed | S_IRWXU);
    return outcome(kept == rights || ::fchmod(file.descriptor(), kept) == 0, file.path());
}

Result<AtomicFile> create_like(const fs::path& target, const File& like) {
    STEPVAULT_ASSIGN(rights, rights_like(like, target));
    STEPVAULT_ASSIGN(made, AtomicFile::create(target, rights));
    STEPVAULT_TRY(restrict_access(made.file(), like));
    return std::move(made);
}

Status take_rights(const File& file, const File& like) {
    struct stat theirs {};
    if (::fstat(like.descriptor(), &theirs) != 0) return system_error(errno, "examine", like.path().native());
    // Only members of a group can give a file to it.
    const bool has_group = ::fchown(file.descriptor(), static_cast<uid_t>(-1), theirs.st_gid) == 0;
    struct stat mine {};
    if (!has_group && ::fstat(file.descriptor(), &mine) != 0)
        return system_error(errno, "examine", file.path().native());
    const auto rights = rights_by(theirs, has_group ? theirs.st_gid : mine.st_gid);
    return outcome(::fchmod(file.descriptor(), rights & mode_t{ACCESSPERMS}) == 0, file.path());
}

Status restrict_readers(const fs::path& place, const File& like) {
    const int opened = uninterrupted([&] { return ::open(place.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC); });
    if (opened < 0) return errno == ENOENT ? Status() : system_error(errno, "examine", place.native());
    struct Closing {
        int fd;
        ~Closing() { ::close(fd); }
    } const closing{opened};
    struct stat mine {};
    if (::fstat(opened, &mine) != 0) return system_error(errno, "examine", place.native());
    if (!S_ISREG(mine.st_mode) && !S_ISDIR(mine.st_mode)) return {};
    STEPVAULT_ASSIGN(allowed, rights_to(like, mine.st_gid, place, Above::counts));
    const mode_t rights = mine.st_mode & mode_t{ALLPERMS};
    mode_t kept = rights;
    if ((allowed & S_IRGRP) == 0) kept &= ~mode_t{S_IRWXG};
    if ((allowed & S_IROTH) == 0) kept &= ~mode_t{S_IRWXO};
    const auto by_number = "/proc/self/fd/" + std::to_string(opened);
    return outcome(kept == rights || ::chmod(by_number.c_str(), kept) == 0, place);
}

}  // namespace stepvault
