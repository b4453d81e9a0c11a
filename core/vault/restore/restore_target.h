#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/file.h"
#include "base/file_lock.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// The files of a checkpoint under temporary names beside their final place. Dropped without publish(), it
/// leaves nothing; what a killed process left is removed by the next one that restores to the same place.
class RestoreTarget {
 public:
    /// Makes the files at their full size. With `replace` a file may take the place of a file, and a folder
    /// that of a folder which holds nothing but files of the same names; all else is invalid_argument.
    /// ErrorCode::already_exists, no_space, corrupt (names that lead out).
    static Result<RestoreTarget> create(const std::filesystem::path& output,
                                        const std::vector<StoredFile>& files, bool replace, const File& like);
    RestoreTarget(RestoreTarget&& other) noexcept;
    RestoreTarget& operator=(RestoreTarget&&) = delete;
    ~RestoreTarget();

    File& file(std::uint32_t index) { return files_[index]; }
    /// Of `size` bytes, on the same disk, without a name. ErrorCode::no_space.
    [[nodiscard]] Result<File> scratch(std::uint64_t size) const;
    /// Durable and under its final name afterwards.
    Status publish();

 private:
    static Result<RestoreTarget> create_once(const std::filesystem::path& output,
                                             const std::vector<StoredFile>& files, bool replace,
                                             const File& like);
    RestoreTarget(std::filesystem::path output, std::filesystem::path temporary, bool replace)
        : output_(std::move(output)), temporary_(std::move(temporary)), replace_(replace) {}

    std::filesystem::path output_;
    std::filesystem::path temporary_;  ///< empty once published
    bool replace_;
    bool folder_ = false;
    std::optional<FileLock> lock_;  ///< tells others that temporary_ is still written to
    std::vector<File> files_;
};

}  // namespace stepvault
