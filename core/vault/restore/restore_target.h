#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/file.h"
#include "base/file_lock.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// The files of a checkpoint under temporary names beside their final place. If dropped without publish(), it
/// leaves nothing; the next restore to the same place removes leftovers of a killed process.
class RestoreTarget {
 public:
    /// Makes the files at their full size. With `replace`, a file may replace a file, and a folder may
    /// replace a folder that holds nothing but files of the same names; all else is invalid_argument.
    /// ErrorCode::already_exists, no_space, corrupt (names that lead out of the folder). `access`: by_umask
    /// or owner.
    static Result<RestoreTarget> create(const std::filesystem::path& output,
                                        const std::vector<StoredFile>& files, bool replace,
                                        FileAccess access);
    RestoreTarget(RestoreTarget&& other) noexcept;
    RestoreTarget& operator=(RestoreTarget&&) = delete;
    ~RestoreTarget();

    File& file(std::uint32_t index) { return files_[index]; }
    /// Makes a nameless file of `size` bytes on the same disk. ErrorCode::no_space.
    [[nodiscard]] Result<File> scratch(std::uint64_t size) const;
    /// Makes the files durable and gives them their final name.
    Status publish();

 private:
    static Result<RestoreTarget> create_once(const std::filesystem::path& output,
                                             const std::vector<StoredFile>& files, bool replace,
                                             FileAccess access);
    RestoreTarget(std::filesystem::path output, std::filesystem::path temporary, bool replace,
                  FileAccess access)
        : output_(std::move(output)), temporary_(std::move(temporary)), replace_(replace), access_(access) {}

    std::filesystem::path output_;
    std::filesystem::path temporary_;  ///< empty once published
    bool replace_;
    FileAccess access_;
    bool folder_ = false;
    std::optional<FileLock> lock_;  ///< shows other processes that temporary_ is in use
    std::vector<File> files_;
};

}  // namespace stepvault
