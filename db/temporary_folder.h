#pragma once

#include <filesystem>
#include <utility>

#include "base/result.h"

namespace stepvault {

/// A folder, in the system's folder for temporary files, that only this user can read. The destructor removes
/// it.
class TemporaryFolder {
 public:
    static Result<TemporaryFolder> create();

    TemporaryFolder() = default;
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;  ///< empty: none
};

}  // namespace stepvault
