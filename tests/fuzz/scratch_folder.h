#pragma once

#include <filesystem>

namespace stepvault::fuzz {

/// An empty folder, in memory where the system has such a place; removed with the object.
class ScratchFolder {
 public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
    std::filesystem::path path_;
};

}  // namespace stepvault::fuzz
