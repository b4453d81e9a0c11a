#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

#include "base/access_rights.h"
#include "base/byte_text.h"
#include "base/uninterrupted.h"

namespace stepvault {

namespace {

constexpr std::size_t largest_transfer = std::size_t{1} << 30;

/// Coarsest unit of time stamps, in seconds (FAT).
constexpr double longest_step = 2;

/// Since the epoch; clamped for times that are centuries away.
std::int64_t nanoseconds(const timespec& time) {
    constexpr std::int64_t second = 1'000'000'000;
    constexpr auto most = std::numeric_limits<std::int64_t>::max() / second - 1;
    return std::clamp<std::int64_t>(time.tv_sec, -most, most) * second + time.tv_nsec;
}

FileIdentity identity_of(const struct stat& s) {
    return {.device = s.st_dev,
            .inode = s.st_ino,
            .size = static_cast<std::uint64_t>(s.st_size),
            .modified_ns = nanoseconds(s.st_mtim),
            .changed_ns = nanoseconds(s.st_ctim)};
}

/// The permissions of a new file or folder at `path`.
class NewMode {
 public:
    NewMode(const std::filesystem::path& path, FileAccess access) : access_(access) {
        if (access != FileAccess::of_folder) return;
        const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
        struct stat s {};
        is_group_in_ = ::stat(folder.c_str(), &s) == 0 && (s.st_mode & S_IRGRP) != 0;
        group_ = s.st_gid;
    }
    [[nodiscard]] mode_t of_file() const { return access_ == FileAccess::by_umask ? 0666 : 0600; }
    [[nodiscard]] mode_t of_folder() const { return access_ == FileAccess::by_umask ? 0777 : 0700; }

    /// Gives the file or folder to the group of its folder, if that group may read the folder. The file stays
    /// private where this user cannot give it to that group.
    [[nodiscard]] Status open_to_group(int fd, const std::filesystem::path& path) const {
        if (!is_group_in_) return {};
        struct stat s {};
        if (::fstat(fd, &s) != 0) return system_error(errno, "examine", path.native());
        if (s.st_gid != group_ && ::fchown(fd, static_cast<uid_t>(-1), group_) != 0) return {};
        const auto mode = mode_t{S_IRGRP} | (S_ISDIR(s.st_mode) ? mode_t{S_IXGRP} : mode_t{0});
        if ((s.st_mode & mode) != mode) (void)::fchmod(fd, (s.st_mode & ALLPERMS) | mode);
        return {};
    }

 private:
    FileAccess access_;
    bool is_group_in_ = false;
    gid_t group_ = 0;
};

}  // namespace

bool FileIdentity::has_bytes_of(const FileIdentity& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           modified_ns == other.modified_ns;
}

bool FileIdentity::is_settled(double now) const {
    return static_cast<double>(std::max(modified_ns, changed_ns)) * 1e-9 < now - longest_step;
}

File& File::operator=(File&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(path_, other.path_);
    return *this;
}

File::~File() {
    if (fd_ >= 0) ::close(fd_);
}

Result<File> File::open(const std::filesystem::path& path, int flags, const char* action, FileAccess access) {
    const NewMode mode(path, access);
    const int fd = uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode.of_file()); });
    if (fd < 0 && errno == ELOOP && (flags & O_NOFOLLOW) != 0) {
        return Error{ErrorCode::invalid_argument,
                     path.native() +
                         " is a symbolic link, and Stepvault does not write through links; put the file "
                         "itself there"};
    }
    if (fd < 0) return system_error(errno, action, path.native());
    File file(fd, path);
    if ((flags & O_CREAT) != 0) STEPVAULT_TRY(mode.open_to_group(fd, path));
    return file;
}

Result<File> File::open_read(const std::filesystem::path& path) {
    // O_NONBLOCK: a named pipe in a run's folder must not hang the watcher.
    STEPVAULT_ASSIGN(file, open(path, O_RDONLY | O_NONBLOCK, "read"));
    struct stat s {};
    if (::fstat(file.fd_, &s) != 0) return system_error(errno, "read", path.native());
    if (!S_ISREG(s.st_mode))
        return Error{ErrorCode::invalid_argument, path.native() + " is not a regular file"};
    return std::move(file);
}

Result<File> File::open_write(const std::filesystem::path& path, FileAccess access) {
    // A link's target was not meant to be written.
    return open(path, O_RDWR | O_CREAT | O_NOFOLLOW, "write", access);
}

Result<File> File::create(const std::filesystem::path& path, FileAccess access) {
    return open(path, O_RDWR | O_CREAT | O_EXCL, "create", access);
}

Result<File> File::in_memory(const std::filesystem::path& path, std::uint64_t size) {
    const int fd = ::memfd_create("stepvault", MFD_CLOEXEC);
    if (fd < 0) return system_error(errno, "keep in memory", path.native());
    File file(fd, path);
    STEPVAULT_TRY(file.truncate(size));
    return file;
}

Result<File> File::share_copy(const std::filesystem::path& folder) const {
    File copy(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), path_);
    if (copy.fd_ < 0 || ::ioctl(copy.fd_, FICLONE, fd_) != 0)
        return Error{ErrorCode::unsupported, path_.native() + " cannot share its bytes with a copy"};
    // Callers also ask the copy for the file's permissions.
    (void)take_rights(copy, *this);
    return copy;
}

Result<FileIdentity> File::identity() const {
    // A network file system may answer with attributes cached a minute ago, unless told to synchronize.
    struct statx fresh {};
    (void)::statx(fd_, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, STATX_BASIC_STATS, &fresh);
    struct stat s {};
    if (::fstat(fd_, &s) != 0) return system_error(errno, "examine", path_.native());
    return identity_of(s);
}

Result<File> File::part(std::uint64_t offset, std::uint64_t length, const std::filesystem::path& path) const {
    File part(::fcntl(fd_, F_DUPFD_CLOEXEC, 0), path);
    if (part.fd_ < 0) return system_error(errno, "open again", path_.native());
    part.begin_ = begin_ + offset;
    part.end_ = part.begin_ + length;
    return part;
}

Result<std::uint64_t> File::size() const {
    if (end_ != UINT64_MAX) return end_ - begin_;
    STEPVAULT_ASSIGN(id, identity());
    return id.size;
}

Result<std::size_t> File::read_some(std::uint64_t offset, MutableByteView out) const {
    if (end_ != UINT64_MAX) {
        const auto size = end_ - begin_;
        out = out.first(std::min<std::uint64_t>(out.size(), offset < size ? size - offset : 0));
    }
    offset += begin_;
    std::size_t done = 0;
    while (done < out.size()) {
        const auto n = ::pread(fd_, out.data() + done, std::min(out.size() - done, largest_transfer),
                               static_cast<off_t>(offset + done));
        if (n == 0) break;
        if (n < 0) {
            if (errno == EINTR) continue;
            return system_error(errno, "read", path_.native());
        }
        done += static_cast<std::size_t>(n);
    }
    return done;
}

Status File::read_exact(std::uint64_t offset, MutableByteView out) const {
    STEPVAULT_ASSIGN(n, read_some(offset, out));
    if (n == out.size()) return {};
    return Error{ErrorCode::changed, path_.native() + " ends at byte " + std::to_string(offset + n) +
                                         ", before byte " + std::to_string(offset + out.size())};
}

Status File::write_all(std::uint64_t offset, ByteView bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto n = ::pwrite(fd_, bytes.data() + done, std::min(bytes.size() - done, largest_transfer),
                                static_cast<off_t>(offset + done));
        if (n < 0) {
            if (errno == EINTR) continue;
            return system_error(errno, "write", path_.native());
        }
        if (n == 0) return system_error(ENOSPC, "write", path_.native());
        done += static_cast<std::size_t>(n);
    }
    return {};
}

Status File::truncate(std::uint64_t size) {
    if (uninterrupted([&] { return ::ftruncate(fd_, static_cast<off_t>(size)); }) != 0)
        return system_error(errno, "resize", path_.native());
    return {};
}

Status File::reserve(std::uint64_t size) {
    if (size == 0) return {};
    int failed = 0;
    do {
        failed = ::posix_fallocate(fd_, 0, static_cast<off_t>(size));
    } while (failed == EINTR);
    if (failed == 0) return {};
    if (failed == EOPNOTSUPP || failed == EINVAL) return truncate(size);
    return system_error(failed, "write", path_.native());
}

Status File::sync() {
    if (uninterrupted([&] { return ::fsync(fd_); }) != 0) return system_error(errno, "flush", path_.native());
    return {};
}

Result<FileIdentity> file_identity(const std::filesystem::path& path) {
    struct stat s {};
    if (::stat(path.c_str(), &s) != 0) return system_error(errno, "examine", path.native());
    return identity_of(s);
}

Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t most) {
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(size, file.size());
    if (size > most) {
        return Error{ErrorCode::limit,
                     path.native() + " is larger than the " + std::to_string(most) + " bytes expected"};
    }
    Bytes bytes(size);
    STEPVAULT_TRY(file.read_exact(0, bytes));
    return bytes;
}

Status sync_folder(const std::filesystem::path& folder) {
    const int fd = uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (fd < 0) return system_error(errno, "open folder", folder.native());
    const int failed = uninterrupted([&] { return ::fsync(fd); }) != 0 ? errno : 0;
    ::close(fd);
    // Some network file systems cannot sync a folder and return EINVAL.
    if (failed != 0 && failed != EINVAL) return system_error(failed, "flush folder", folder.native());
    return {};
}

Status make_folders(const std::filesystem::path& folder, FileAccess access) {
    std::error_code ec;
    if (folder.empty() || std::filesystem::is_directory(folder, ec)) return {};
    const auto parent = folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
    // Above a folder for one user alone, others may need theirs.
    STEPVAULT_TRY(make_folders(parent, access == FileAccess::owner ? FileAccess::by_umask : access));
    const NewMode mode(folder, access);
    if (::mkdir(folder.c_str(), mode.of_folder()) != 0 && errno != EEXIST)
        return system_error(errno, "create folder", folder.native());
    const int fd = uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (fd < 0) return system_error(errno, "create folder", folder.native());
    const auto opened = mode.open_to_group(fd, folder);
    ::close(fd);
    STEPVAULT_TRY(opened);
    return sync_folder(parent.empty() ? "." : parent);
}

void raise_open_file_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

Result<std::uint64_t> free_space(const std::filesystem::path& path) {
    struct statvfs s {};
    if (::statvfs(path.c_str(), &s) != 0) return system_error(errno, "examine", path.native());
    return std::uint64_t{s.f_bavail} * s.f_frsize;
}

Status check_space(const std::filesystem::path& folder, std::uint64_t needed) {
    std::error_code ec;
    auto above = folder;
    while (!std::filesystem::exists(above, ec) && above.has_relative_path())
        above = above.parent_path();
    const auto available = free_space(above);
    if (!available || *available >= needed) return {};
    return Error{ErrorCode::no_space, "not enough space in " + above.native() + ": needs " +
                                          format_bytes(needed) + ", " + format_bytes(needed - *available) +
                                          " more than is free"};
}

}  // namespace stepvault
