#include "base/access_rights.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

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

Status outcome(bool is_done, const fs::path& file) {
    const bool keeps_none = errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL;
    return is_done || keeps_none ? Status() : system_error(errno, "restrict access to", file.native());
}

}  // namespace

Result<bool> group_may_read(const File& file, const fs::path& place) {
    struct stat s {};
    if (::stat(place.c_str(), &s) != 0) return system_error(errno, "examine", place.native());
    const auto group = s.st_gid;
    if (::fstat(file.descriptor(), &s) != 0) return system_error(errno, "examine", file.path().native());
    if ((rights_by(s, group) & S_IRGRP) == 0) return false;
    std::error_code ec;
    const auto target = fs::canonical(place, ec);
    for (auto folder = real_folder_of(file.path()); folder.has_relative_path() && !lies_in(target, folder);
         folder = folder.parent_path()) {
        if (::stat(folder.c_str(), &s) != 0 || (rights_by(s, group) & S_IXGRP) == 0) return false;
    }
    return true;
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

}  // namespace stepvault
