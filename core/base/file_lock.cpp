#include "base/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "base/uninterrupted.h"

namespace stepvault {

FileLock::~FileLock() {
    if (fd_ >= 0) ::close(fd_);
}

Result<FileLock> FileLock::acquire(const std::filesystem::path& path) {
    // Never create a file through a link; an existing target is only locked.
    std::error_code ec;
    const bool is_link = std::filesystem::is_symlink(path, ec);
    return acquire(path, is_link ? O_RDWR : O_RDWR | O_CREAT | O_NOFOLLOW, LOCK_EX);
}

Result<FileLock> FileLock::acquire_existing(const std::filesystem::path& path) {
    return acquire(path, O_RDONLY | O_NONBLOCK, LOCK_EX);
}

Result<FileLock> FileLock::acquire_shared(const std::filesystem::path& path) {
    return acquire(path, O_RDONLY | O_NONBLOCK, LOCK_SH);
}

Result<FileLock> FileLock::acquire(const std::filesystem::path& path, int flags, int operation) {
    const int fd = uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0600); });
    if (fd < 0) return system_error(errno, "lock", path.native());
    FileLock lock(fd);
    if (uninterrupted([&] { return ::flock(fd, operation | LOCK_NB); }) != 0) {
        if (errno == EWOULDBLOCK)
            return Error{ErrorCode::locked, path.native() + " is held by another process"};
        return system_error(errno, "lock", path.native());
    }
    // A lock on a file that was removed or replaced in the meantime excludes nobody.
    struct stat held {};
    struct stat present {};
    if (::fstat(fd, &held) != 0 || ::stat(path.c_str(), &present) != 0 || held.st_ino != present.st_ino ||
        held.st_dev != present.st_dev) {
        return Error{ErrorCode::locked, path.native() + " was replaced meanwhile; try again"};
    }
    return lock;
}

void remove_unheld(const std::filesystem::path& folder, std::string_view name_begin, std::chrono::hours age) {
    std::error_code ec;
    std::vector<std::filesystem::path> left;
    const auto now = std::filesystem::file_time_type::clock::now();
    for (std::filesystem::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (!it->path().filename().native().starts_with(name_begin)) continue;
        std::error_code gone;
        const auto written = it->last_write_time(gone);
        if (age == std::chrono::hours::zero() || (!gone && now - written > age)) left.push_back(it->path());
    }
    for (const auto& path : left) {
        if (const auto lock = FileLock::acquire_existing(path)) std::filesystem::remove_all(path, ec);
    }
}

}  // namespace stepvault
