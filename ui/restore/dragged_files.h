#pragma once

#include <filesystem>

#include "base/file_lock.h"

namespace stepvault::ui {

/// A private folder for files that are dragged out of the window. It goes with the object, since no file
/// manager says when it has copied what was dropped on it; what a killed process left goes when the
/// next one is made. On a worker thread; may be dropped on any.
class DraggedFiles {
 public:
    /// A new folder below `root`, which holds nothing else.
    static Result<DraggedFiles> create(const std::filesystem::path& root);
    DraggedFiles(DraggedFiles&& other) noexcept;
    DraggedFiles& operator=(DraggedFiles&&) = delete;
    ~DraggedFiles();

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
    DraggedFiles(std::filesystem::path folder, FileLock lock)
        : folder_(std::move(folder)), lock_(std::move(lock)) {}

    std::filesystem::path folder_;  ///< empty once moved from
    FileLock lock_;                 ///< beside it, held by a process that lives
};

}  // namespace stepvault::ui
