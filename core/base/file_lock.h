#pragma once

#include <filesystem>

#include "base/file.h"

namespace stepvault {

/// An exclusive advisory lock (flock) on a file, made if missing; freed by the destructor or by the death of
/// the process. ErrorCode::locked when another holds it, without waiting.
class FileLock {
 public:
    static Result<FileLock> acquire(const std::filesystem::path& path);

 private:
    explicit FileLock(File file) : file_(std::move(file)) {}
    File file_;
};

}  // namespace stepvault
