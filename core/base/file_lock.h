#pragma once

#include <chrono>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace stepvault {

/// An advisory lock (flock), exclusive unless acquired as a shared one, released by the destructor or by the
/// death of the process. Does not wait: ErrorCode::locked when another process holds the lock.
class FileLock {
 public:
    FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    FileLock& operator=(FileLock&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~FileLock();

    /// Locks a file; creates it if missing.
    static Result<FileLock> acquire(const std::filesystem::path& path);
    /// Locks an existing file or folder; ErrorCode::not_found if it does not exist.
    static Result<FileLock> acquire_existing(const std::filesystem::path& path);
    /// Locks an existing file or folder. Several processes may hold this lock at once; it excludes holders of
    /// an exclusive lock.
    static Result<FileLock> acquire_shared(const std::filesystem::path& path);

 private:
    explicit FileLock(int fd) : fd_(fd) {}
    static Result<FileLock> acquire(const std::filesystem::path& path, int flags, int operation);

    int fd_;
};

/// Removes files and folders in `folder` whose names begin with `name_begin` and that were last written
/// longer ago than `age`, except locked ones: an unlocked one belongs to a process that died.
void remove_unheld(const std::filesystem::path& folder, std::string_view name_begin,
                   std::chrono::hours age = {});

}  // namespace stepvault
