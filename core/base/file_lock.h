#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace stepvault {

/// An exclusive advisory lock (flock), freed by the destructor or by the death of the process.
/// ErrorCode::locked when another holds it, without waiting.
class FileLock {
 public:
    FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    FileLock& operator=(FileLock&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~FileLock();

    /// On a file, made if missing.
    static Result<FileLock> acquire(const std::filesystem::path& path);
    /// On a file or folder that is there. ErrorCode::not_found.
    static Result<FileLock> acquire_existing(const std::filesystem::path& path);

 private:
    explicit FileLock(int fd) : fd_(fd) {}
    static Result<FileLock> acquire(const std::filesystem::path& path, int flags);

    int fd_;
};

/// Removes files and folders in `folder` whose names begin so, but those that are locked: what nobody holds
/// is of processes that died.
void remove_unheld(const std::filesystem::path& folder, std::string_view name_begin);

}  // namespace stepvault
