#include "ui/restore/dragged_files.h"

#include <system_error>
#include <utility>
#include <vector>

#include "base/uuid.h"

namespace stepvault::ui {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view lockSuffix = ".lock";

fs::path lockOf(const fs::path& folder) {
    return folder.native() + std::string(lockSuffix);
}

void removeLeftBehind(const fs::path& root) {
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
        if (it->is_directory(error)) folders.push_back(it->path());
    }
    for (const fs::path& folder : folders) {
        const auto lock = FileLock::acquire(lockOf(folder));
        if (!lock.ok()) continue;
        fs::remove_all(folder, error);
        fs::remove(lockOf(folder), error);
    }
}

}  // namespace

Result<DraggedFiles> DraggedFiles::create(const fs::path& root) {
    std::error_code error;
    fs::create_directories(root, error);
    if (error) return system_error(error.value(), "create folder", root.native());
    removeLeftBehind(root);
    const fs::path folder = root / make_uuid();
    STEPVAULT_ASSIGN(lock, FileLock::acquire(lockOf(folder)));
    fs::create_directory(folder, error);
    if (error) return system_error(error.value(), "create folder", folder.native());
    return DraggedFiles(folder, std::move(lock));
}

DraggedFiles::DraggedFiles(DraggedFiles&& other) noexcept
    : folder_(std::exchange(other.folder_, fs::path())), lock_(std::move(other.lock_)) {}

DraggedFiles::~DraggedFiles() {
    if (folder_.empty()) return;
    std::error_code error;
    fs::remove_all(folder_, error);
    fs::remove(lockOf(folder_), error);
}

}  // namespace stepvault::ui
